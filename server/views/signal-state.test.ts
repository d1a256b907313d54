import { describe, expect, it } from 'vitest'
import { aLoss, anOutcome, aSignal } from '../../test/support/signal-samples.ts'
import { MINUTE_MS } from '../core/instant.ts'
import type { StoredSignal } from '../engine/model/ports.ts'
import { signalState } from './signal-view.ts'

const SIGNAL = aSignal()
const { validUntilMs } = SIGNAL
const STOPPED = anOutcome({ resolvedAtMs: validUntilMs - MINUTE_MS })
const LATE = anOutcome({ resolvedAtMs: validUntilMs })
const PAST_STOP = aLoss({ reason: 'ENTRY_PAST_STOP' })

type Case = [
  name: string,
  stands: Partial<Pick<StoredSignal, 'outcome' | 'newest'>> & { readonly sinceValidMs: number },
  state: string,
]

describe('the state of a signal', () => {
  it.each<Case>([
    ['open and the newest', { sinceValidMs: -1 }, 'ACTIVE'],
    ['open, when its time is over', { sinceValidMs: 0 }, 'EXPIRED'],
    ['followed by another', { newest: false, sinceValidMs: -1 }, 'SUPERSEDED'],
    ['followed by another, when its time is over', { newest: false, sinceValidMs: 0 }, 'EXPIRED'],
    ['stopped within its time', { outcome: STOPPED, sinceValidMs: -1 }, 'INVALIDATED'],
    ['stopped within its time, long ago', { outcome: STOPPED, newest: false, sinceValidMs: 9e9 }, 'INVALIDATED'],
    ['stopped when its time was over', { outcome: LATE, sinceValidMs: 1 }, 'EXPIRED'],
    ['at its target within its time', { outcome: { ...STOPPED, barrier: 'TARGET' }, sinceValidMs: -1 }, 'EXPIRED'],
    ['past its stop before it could be entered', { outcome: PAST_STOP, sinceValidMs: -1 }, 'INVALIDATED'],
    ['not to be scored for a gap', { outcome: aLoss(), sinceValidMs: -1 }, 'ACTIVE'],
  ])('%s', (_name, { outcome = null, newest = true, sinceValidMs }, state) => {
    expect(signalState({ signal: SIGNAL, outcome, newest }, validUntilMs + sinceValidMs)).toBe(state)
  })
})
