import { expect, test } from 'vitest'
import { createSession } from '../engine/state/session.ts'
import { printPublishedState, readPublishedState } from './published-state.ts'

test('published state is read back unchanged, without what only the run itself needs', () => {
  const session = createSession()
  session.epoch = 7
  session.sent.set('ord_1', 5)
  session.sweep.slices.set('BTCUSDT', { positionId: 'pos_1', count: 1, atMs: 2 })
  session.equityTop = { equity: 12n, walletBalance: 11n, atMs: 3 }
  session.attempts.push(...Array.from({ length: 900 }, (_, atMs) => ({ atMs, failed: false })))
  session.start = { atMs: 1, hashes: null, previousRuns: null }
  const bracket = { floor: 0n, cap: null, rate: { units: 4n, scale: 3 }, cum: 0n }
  const state = {
    session,
    past: { deferred: 9, evaluated: 4 },
    memory: { failure: null, spools: false, heldAudit: [] },
    isHeld: true,
    troubles: [],
    brackets: new Map([['BTCUSDT', [bracket]]]),
  }
  const { start: _start, ...shown } = session
  expect(readPublishedState(printPublishedState(state))).toEqual({
    ...state,
    session: { ...shown, attempts: session.attempts.slice(-500) },
  })
})
