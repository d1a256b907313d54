import { describe, expect, it } from 'vitest'
import type { AutotradingStatus } from '../../../contract/control.ts'
import type { ControlEventsData } from '../../../contract/stream/channel-data.ts'
import { parseData } from '../../../test/support/channel-reader.ts'
import { openControlStage } from '../../../test/support/control-stage.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import { CONTROL_FACTS, TRADING_FACTS } from '../../../test/support/trading-facts.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { createControlViews } from '../../views/control-views.ts'
import { autotradingStatusSource, controlEventsSource, createControlLog } from './control-sources.ts'

const by = { type: 'HOST', sub: null, sid: null, ip: null } as const
const GRANT = {
  packetId: 'pkt_00000000000000000000000001',
  packetHash: 'a',
  constitutionHash: 'b',
  buildDigest: 'c',
  scope: 'MANUAL',
  reason: 'A small trial.',
  grantedAtMs: NOON_MS,
  expiresAtMs: NOON_MS + 3_600_000,
} as const

/** One fact of each kind. */
const EVERY: readonly Fact[] = [
  ...CONTROL_FACTS,
  { kind: 'strategyQuarantined', strategyId: 'S01', reason: 'it threw.', atMs: NOON_MS },
  { kind: 'strategiesRearmed', strategies: ['S01', 'S02'], atMs: NOON_MS },
  { kind: 'liveGrantChanged', grant: GRANT, by, atMs: NOON_MS },
  { kind: 'liveGrantChanged', grant: null, by, atMs: NOON_MS },
]

const eventsIn = (json: string | undefined) =>
  json === undefined ? undefined : parseData<ControlEventsData>('control.events', json).items

describe('the control event channel', () => {
  it('describes every control event in a sentence, with its actor if there is one', () => {
    const source = controlEventsSource(createControlLog())
    const items = eventsIn(source.onFacts?.([...TRADING_FACTS, ...EVERY], NOON_MS))
    const user = { type: 'USER', sub: 'usr_1' }
    const host = { type: 'HOST', sub: null }
    expect(items?.toReversed().map((event) => [event.kind, event.message, event.subject, event.by])).toEqual([
      ['STOP_ENGAGED', 'Stopped (EMERGENCY_STOP): The feed looks wrong.', expect.stringMatching(/^stp_/), user],
      ['STATE_CHANGED', 'HALTED (OVERFILLED): ', null, user],
      ['STOP_REPEATED', 'The stop was requested again, and closes positions.', null, user],
      ['STOP_SWEPT', 'Orders cancelled by the stop: 1; kept: 0.', null, null],
      ['STOP_COMPLETED', 'The stop is complete: nothing is left to do.', null, null],
      ['STOP_CLEARED', 'The stop was cleared.', null, user],
      ['BREAKER_TRIPPED', 'The breaker DRAWDOWN tripped at 10.1%; its limit is 10%.', 'DRAWDOWN', null],
      ['BREAKERS_REARMED', 'Re-armed: DRAWDOWN.', 'DRAWDOWN', null],
      ['CLOCK_STEPPED', 'The host clock was set by -1 h. Account and market are read again.', null, null],
      ['STRATEGY_QUARANTINED', 'S01 is quarantined: it threw.', 'S01', null],
      ['STRATEGIES_REARMED', 'Entries allowed again: S01, S02.', 'S01, S02', null],
      ['LIVE_GRANTED', 'Live trading is allowed until 2026-11-21T13:00:00.000Z: A small trial.', GRANT.packetId, host],
      ['LIVE_GRANT_ENDED', 'Live trading is no longer allowed.', null, host],
    ])
    expect(items?.find(({ kind }) => kind === 'STATE_CHANGED')?.state).toBe('HALTED')
    expect(source.onFacts?.(TRADING_FACTS, NOON_MS)).toBeUndefined()
  })

  it('begins with the newest fifty of this run, including those before the first subscription', () => {
    const log = createControlLog()
    for (let atMs = NOON_MS; atMs < NOON_MS + 60; atMs++) log.note([{ kind: 'stopCompleted', atMs }])
    const times = eventsIn(controlEventsSource(log).snapshot(NOON_MS))?.map(({ at }) => Date.parse(at) - NOON_MS)
    expect(times).toEqual(Array.from({ length: 50 }, (_, index) => 59 - index))
  })
})

describe('the autotrading status channel', () => {
  const open = () => {
    const books = openTradingBooks()
    const stage = openControlStage(books)
    const source = autotradingStatusSource(createControlViews(stage.reader))
    const read = (json: string | undefined) =>
      json === undefined ? undefined : parseData<AutotradingStatus>('autotrading.status', json)
    return {
      ...books,
      stage,
      snapshot: () => read(source.snapshot(books.state.nowMs)),
      onFacts: (facts: readonly Fact[]) => read(source.onFacts?.(facts, books.state.nowMs)),
      pass(ms: number) {
        books.state.nowMs += ms
        return read(source.passing?.poll(books.state.nowMs))
      },
    }
  }

  it('publishes a change of control immediately, and nothing because time has passed', () => {
    const { stage, snapshot, onFacts, pass } = open()
    stage.stand('RUNNING')
    expect(snapshot()?.state).toBe('RUNNING')
    for (let second = 0; second < 5; second++) expect(pass(1_000)).toBeUndefined()
    stage.stand('PAUSED')
    expect(onFacts(CONTROL_FACTS)?.state).toBe('PAUSED')
    expect([pass(1_000), onFacts(TRADING_FACTS)]).toEqual([undefined, undefined])
  })

  it('publishes a change without a control fact with the next second', () => {
    const { stage, snapshot, pass } = open()
    snapshot()
    stage.state.session.reconciliation.doneAtMs = NOON_MS
    expect(pass(1_000)?.lastReconciliation.at).toBe('2026-11-21T12:00:00.000Z')
    expect(pass(1_000)).toBeUndefined()
  })

  it('publishes to every subscriber the state that a later one received in its snapshot', () => {
    const { stage, snapshot, pass } = open()
    stage.state.session.reconciliation.doneAtMs = NOON_MS
    snapshot()
    stage.state.session.reconciliation.doneAtMs = NOON_MS + 1
    snapshot()
    expect(pass(0)?.lastReconciliation.at).toBe('2026-11-21T12:00:00.001Z')
  })
})
