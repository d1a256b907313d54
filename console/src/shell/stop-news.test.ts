import { type components, PlimsollError } from '@plimsoll/client'
import { expect, it } from 'vitest'
import type { ControlRequests } from './control-requests.ts'
import { describeStop } from './stop-news.ts'

type StopResult = components['schemas']['StopResult']

const RUNNING = { state: 'RUNNING', latch: { engaged: false }, asOf: '2026-11-22T05:00:00.000Z' } as const
const HALTED = { ...RUNNING, state: 'HALTED', latch: { engaged: true } } as const
const WAITING: ControlRequests['stop'] = { name: 'waiting' }
const FAILED: ControlRequests['stop'] = {
  name: 'failed',
  error: new PlimsollError({ code: 'UNREACHABLE', detail: '' }),
}
const answeredAt = (latchedAt: string): ControlRequests['stop'] => ({
  name: 'answered',
  result: { latchedAt } as StopResult,
})

const CONNECTED = { status: RUNNING, isConnected: true, isLate: false } as const
const CUT_OFF = { ...CONNECTED, isConnected: false, isLate: true } as const

it.each([
  ['that was requested', { ...CONNECTED, request: WAITING }, /requested…$/],
  ['that is being retried', { ...CUT_OFF, request: WAITING }, /No response yet; sending it again\. .*`plimsoll stop`/],
  ['that it may have failed', { ...CUT_OFF, request: FAILED }, /not confirmed\. .*`plimsoll stop`/],
  ['that it may have failed', { ...CONNECTED, request: FAILED, status: undefined }, /not confirmed/],
  ['that the engine goes on', { ...CONNECTED, request: FAILED }, /failed: the engine is RUNNING\. Hold .*again/],
  ['that it holds', { ...CUT_OFF, request: answeredAt('2026-11-22T05:00:01.000Z') }, /is engaged/],
  ['that is new, whatever was before', { ...CUT_OFF, request: WAITING, status: HALTED }, /No response yet/],
])('reports a stop %s', (_what, inputs, words) => {
  expect(describeStop(inputs)).toMatch(words)
})

it.each([
  ['none was requested', { ...CONNECTED, request: undefined }],
  ['the engine reports it', { ...CONNECTED, request: FAILED, status: HALTED }],
  ['it was cleared since', { ...CONNECTED, request: answeredAt('2026-11-22T04:00:00.000Z') }],
])('reports no stop when %s', (_when, inputs) => {
  expect(describeStop(inputs)).toBeUndefined()
})
