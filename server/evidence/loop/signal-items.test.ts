import { describe, expect, it, onTestFinished } from 'vitest'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { aLoss, anEntry, anOutcome, aSignal } from '../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { anAuditEntry } from '../../../test/support/trading-facts.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import type { ControlState } from '../../domain/control/control-state.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { consideredEntries } from '../considered-entries.ts'
import { signalItems } from './signal-items.ts'

const NOW_MS = NOON_MS + HOUR_MS

const enter = (state: ControlState, atMs: number): Fact => ({
  kind: 'controlChanged',
  state,
  desired: 'RUNNING',
  reason: { code: 'A', message: 'b' },
  by: anAuditEntry().actor,
  atMs,
})

const raise = (signal: Signal): Fact => ({ kind: 'signalRaised', signal, atMs: signal.raisedAtMs })

/** Returns the items made of facts when read an hour after noon by either clock. */
const readItems = async (
  facts: readonly Fact[],
  { openedAtMs = NOON_MS - DAY_MS, clockMs = NOW_MS, past = { deferred: 0, evaluated: 0 } } = {},
) => {
  const store = openEngineStore(aTempDirectory())
  onTestFinished(() => store.close())
  store.journal.append({ facts, orders: [], positions: [] })
  const state = anEngineState()
  state.ledger.openedAtMs = openedAtMs
  state.market.clockMs = clockMs
  Object.assign(state.signals.past, past)
  const considered = await consideredEntries(store.signals, NOW_MS)
  return signalItems({ state, store, nowMs: NOW_MS, fromMs: NOW_MS - DAY_MS, considered, broken: [] })
}

const RUNNING = enter('RUNNING', NOON_MS - HOUR_MS)

describe('a signal without a candidate', () => {
  it.each([
    ['is an orphan while the engine ran', [RUNNING], {}, null],
    ['states the reason when it is of the past', [RUNNING], { origin: 'HISTORY' as const }, 'TERMINAL'],
    ['states the reason while the engine was paused', [RUNNING, enter('PAUSED', NOON_MS)], {}, 'TERMINAL'],
    [
      'states the reason at the very instant of a pause',
      [RUNNING, enter('PAUSED', NOON_MS + MINUTE_MS + 250)],
      {},
      'TERMINAL',
    ],
    ['is an orphan just before a pause', [RUNNING, enter('PAUSED', NOON_MS + MINUTE_MS + 251)], {}, null],
    [
      'is an orphan when the engine runs again',
      [RUNNING, enter('PAUSED', NOON_MS), enter('RUNNING', NOON_MS + MINUTE_MS)],
      {},
      null,
    ],
  ])('%s', async (_what, states, part, forward) => {
    const { signals } = await readItems([...states, raise(aSignal({ number: 1, ...part }))])
    expect(signals).toMatchObject([{ due: true, forward, back: 'BEGINS', lagMs: null }])
  })

  it('states the reason before there was an account', async () => {
    const { signals } = await readItems([RUNNING, raise(aSignal({ number: 1 }))], { openedAtMs: NOON_MS + HOUR_MS })
    expect(signals).toMatchObject([{ forward: 'TERMINAL' }])
  })

  it('has two seconds to continue', async () => {
    const at = (raisedAtMs: number) => readItems([RUNNING, raise(aSignal({ number: 1, raisedAtMs }))])
    expect((await at(NOW_MS - 2_000)).signals).toMatchObject([{ due: false }])
    expect((await at(NOW_MS - 2_001)).signals).toMatchObject([{ due: true }])
  })
})

it('links a signal to its candidate', async () => {
  const signal = aSignal({ number: 1 })
  const entry = anEntry({ signals: [signal], refusedBy: ['G29'], atMs: signal.raisedAtMs + 7 })
  const { signals } = await readItems([RUNNING, raise(signal), { kind: 'entryConsidered', entry, atMs: NOON_MS }])
  expect(signals).toMatchObject([{ forward: 'CLOSED', lagMs: 7 }])
})

describe('the outcome of a signal', () => {
  const plan = { ...aSignal().plan, horizonEndMs: NOON_MS + 30 * MINUTE_MS }
  const signal = aSignal({ number: 1, plan })
  const outcomesAt = async (clockMs: number, facts: readonly Fact[] = []) =>
    (await readItems([RUNNING, raise(signal), ...facts], { clockMs })).outcomes

  it('is missing a bar after its horizon', async () => {
    expect(await outcomesAt(NOON_MS + 45 * MINUTE_MS)).toEqual([])
    expect(await outcomesAt(NOON_MS + 45 * MINUTE_MS + 1)).toMatchObject([{ due: true, forward: null }])
  })

  it('is missing however long ago that was', async () => {
    expect(await outcomesAt(NOON_MS + 3 * DAY_MS)).toMatchObject([{ id: signal.signalId, forward: null }])
  })

  it('is not due while past candles are being evaluated', async () => {
    const at = { clockMs: NOON_MS + 3 * DAY_MS }
    const read = (evaluated: number) => readItems([RUNNING, raise(signal)], { ...at, past: { deferred: 9, evaluated } })
    expect((await read(8)).outcomes).toEqual([])
    expect((await read(9)).outcomes).toMatchObject([{ due: true, forward: null }])
  })

  it('is its result, or the reason for having none', async () => {
    const resolved = (outcome: ReturnType<typeof anOutcome> | ReturnType<typeof aLoss>): Fact => ({
      kind: 'signalResolved',
      signalId: signal.signalId,
      outcome,
      atMs: NOON_MS,
    })
    expect(await outcomesAt(NOW_MS, [resolved(anOutcome())])).toMatchObject([
      { forward: 'CLOSED', lagMs: 9 * MINUTE_MS },
    ])
    expect(await outcomesAt(NOW_MS, [resolved(aLoss())])).toMatchObject([{ forward: 'TERMINAL', lagMs: null }])
  })
})
