import { type components, PlimsollError } from '@plimsoll/client'
import { expect, it } from 'vitest'
import type { Asked } from './asked.ts'
import { stopNewsOf } from './stop-news.ts'

type StopResult = components['schemas']['StopResult']

const RUNNING = { state: 'RUNNING', latch: { engaged: false }, asOf: '2026-11-22T05:00:00.000Z' } as const
const HALTED = { ...RUNNING, state: 'HALTED', latch: { engaged: true } } as const
const WAITING: Asked['stop'] = { name: 'waiting' }
const FAILED: Asked['stop'] = { name: 'failed', error: new PlimsollError({ code: 'UNREACHABLE', detail: '' }) }
const answeredAt = (latchedAt: string): Asked['stop'] => ({ name: 'answered', result: { latchedAt } as StopResult })

const HEARD = { status: RUNNING, isHeard: true, isLate: false } as const
const CUT_OFF = { ...HEARD, isHeard: false, isLate: true } as const

it.each([
  ['that it was asked for', { ...HEARD, asked: WAITING }, /requested …$/],
  [
    'that it is asked for again',
    { ...CUT_OFF, asked: WAITING },
    /No answer yet; it is being sent again\. .*`plimsoll stop`/,
  ],
  ['that it may have failed', { ...CUT_OFF, asked: FAILED }, /not confirmed\. .*`plimsoll stop`/],
  ['that it may have failed', { ...HEARD, asked: FAILED, status: undefined }, /not confirmed/],
  ['that the engine goes on', { ...HEARD, asked: FAILED }, /did not get through: the engine is RUNNING\. Hold .*again/],
  ['that it holds', { ...CUT_OFF, asked: answeredAt('2026-11-22T05:00:01.000Z') }, /is engaged/],
  ['of a new one, whatever was before', { ...CUT_OFF, asked: WAITING, status: HALTED }, /No answer yet/],
])('tells of a stop %s', (_what, asking, words) => {
  expect(stopNewsOf(asking)).toMatch(words)
})

it.each([
  ['none was asked for', { ...HEARD, asked: undefined }],
  ['the engine tells of it', { ...HEARD, asked: FAILED, status: HALTED }],
  ['it was let go of since', { ...HEARD, asked: answeredAt('2026-11-22T04:00:00.000Z') }],
])('tells of no stop when %s', (_when, asking) => {
  expect(stopNewsOf(asking)).toBeUndefined()
})
