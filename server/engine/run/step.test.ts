import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEngineEvents } from '../../../test/support/engine-events.ts'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { describeMarket } from '../../../test/support/market-picture.ts'
import {
  aCandle,
  aDelta,
  anInstrument,
  aQuote,
  aSnapshot,
  aTrade,
  NOON_MS,
} from '../../../test/support/market-samples.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import { EPOCH_MAX } from '../../domain/order/venue-client-id.ts'
import type { Command, EngineEvent } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'
import type { EngineState } from '../state/turn.ts'
import { type Step, step } from './step.ts'

const AT_MS = NOON_MS + 7

const marketEvent = (event: MarketEvent): EngineEvent => ({ kind: 'market', event, atMs: AT_MS })

const commandEvent = (command: Command): EngineEvent => ({ kind: 'command', command, atMs: AT_MS })

const startRun = (runId: string): EngineEvent =>
  commandEvent({ kind: 'startRun', runId, market: 'test', mode: 'PAPER' })

const listed: EngineEvent = marketEvent({ kind: 'instrument', instrument: anInstrument() })

const live: EngineEvent = marketEvent({
  kind: 'stream',
  change: { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS },
})

/** Returns the result of the last of these events, and the state after it. */
const lastStep = (...events: readonly EngineEvent[]): Step & { state: EngineState } => {
  const state = anEngineState()
  const steps = events.map((event) => step(state, event))
  return { ...(steps.at(-1) as Step), state }
}

const run = (events: readonly EngineEvent[]): { state: EngineState; facts: Fact[] } => {
  const state = anEngineState()
  return { state, facts: events.flatMap((event) => step(state, event).facts) }
}

describe('a step', () => {
  it.each<[string, MarketEvent]>([
    ['trade', { kind: 'trade', trade: aTrade({ at: NOON_MS + 5 }) }],
    ['quote', { kind: 'quote', quote: aQuote() }],
    ['snapshot', { kind: 'bookSnapshot', snapshot: aSnapshot() }],
    ['delta', { kind: 'bookDelta', delta: aDelta(1, 2, 0) }],
    ['listing of what is listed', { kind: 'instrument', instrument: anInstrument() }],
    ['trade of an unknown instrument', { kind: 'trade', trade: aTrade({ symbol: 'XRPUSDT' }) }],
  ])('on a %s that changes nothing gives no facts and no effects and leaves the ledger alone', (_, event) => {
    const { state } = lastStep(listed, live)
    const before = structuredClone(state.ledger)
    const next = step(state, marketEvent(event))
    expect(state.ledger).toEqual(before)
    expect([next.facts, next.effects]).toEqual([[], []])
  })

  it('creates a fact for each closed candle, and leaves the ledger unchanged', () => {
    const { state } = lastStep(listed, live, marketEvent({ kind: 'trade', trade: aTrade({ at: NOON_MS + 5 }) }))
    const trade = aTrade({ at: NOON_MS + MINUTE_MS + 2_000 })
    const next = step(state, marketEvent({ kind: 'trade', trade }))
    expect(next.facts.map((fact) => fact.kind === 'candleClosed' && fact.candle.openMs)).toEqual([NOON_MS])
    expect(next.facts[0]).toMatchObject({ instrument: { symbol: 'BTCUSDT' } })
    expect(state.ledger.orders.size).toBe(0)
  })

  it('creates facts for history too, so that it is stored', () => {
    const { facts } = lastStep(listed, marketEvent({ kind: 'history', candle: aCandle() }))
    expect(facts.map(({ kind }) => kind)).toEqual(['candleClosed'])
  })

  it('requests an order book that has lost its sequence, once', () => {
    const { state } = lastStep(listed, live, marketEvent({ kind: 'bookSnapshot', snapshot: aSnapshot() }))
    const lost = step(state, marketEvent({ kind: 'bookDelta', delta: aDelta(121, 130, 120) }))
    expect(lost).toMatchObject({ facts: [], effects: [{ kind: 'requestBook', symbol: 'BTCUSDT' }] })
    expect(step(state, marketEvent({ kind: 'bookDelta', delta: aDelta(131, 140, 130) })).effects).toEqual([])
  })

  it('records every change of a stream before the candles it closed', () => {
    const { state } = lastStep(
      listed,
      live,
      marketEvent({ kind: 'trade', trade: aTrade({ at: NOON_MS + MINUTE_MS - 1 }) }),
    )
    step(state, marketEvent({ kind: 'quote', quote: aQuote({ exchangeTimeMs: NOON_MS + MINUTE_MS + 1 }) }))
    const { facts } = step(state, marketEvent({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'ended' } }))
    expect(facts).toMatchObject([
      { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'ended' }, atMs: AT_MS },
      { kind: 'candleClosed', candle: { openMs: NOON_MS } },
    ])
  })

  it('lists an instrument when it is new and again when its filters change', () => {
    const instruments = [
      anInstrument(),
      anInstrument({ tickSize: '0.10' }),
      anInstrument({ maxLeverage: 125 }),
      anInstrument({ maxLeverage: 125, minNotional: { units: 50n, scale: 1 } }),
      anInstrument({ maxLeverage: 125, minNotional: { units: 50n, scale: 1 }, lotSize: '0.01' }),
    ]
    const { state, facts } = run(instruments.map((instrument) => marketEvent({ kind: 'instrument', instrument })))
    expect(
      facts.map((fact) => fact.kind === 'instrumentListed' && [fact.maxLeverage, fact.minNotional, fact.lotSize]),
    ).toEqual([
      [null, null, '0.001'],
      [125, null, '0.001'],
      [125, '5.0', '0.001'],
      [125, '5.0', '0.01'],
    ])
    expect(state.ledger.listed.get('BTCUSDT')).toEqual(facts.at(-1))
  })

  it('begins above every known run when its own ledger has been lost', () => {
    const { state } = run([
      commandEvent({ kind: 'startRun', runId: 'run_C', market: 'test', mode: 'PAPER', lastEpoch: 7 }),
    ])
    expect([state.ledger.run?.epoch, state.session.epoch]).toEqual([8, 8])
  })

  it('uses the epoch of its lease, which has to be newer than every known run', () => {
    const withLease = (epoch: number) => anEngineState({ lease: { held: () => true, epoch } })
    const command = { kind: 'startRun', runId: 'run_C', market: 'test', mode: 'PAPER', lastEpoch: 7 } as const
    const leased = withLease(12)
    step(leased, commandEvent(command))
    expect([leased.ledger.run?.epoch, leased.session.epoch]).toEqual([12, 12])
    for (const epoch of [6, 7, EPOCH_MAX + 1]) {
      expect(() => step(withLease(epoch), commandEvent(command))).toThrow(/^Invariant: epoch \d+ must be above 7/)
    }
  })

  it('numbers the runs of a store upwards and records whether the last one ended cleanly', () => {
    const ended = (runId: string): EngineEvent => commandEvent({ kind: 'endRun', runId })
    const { state, facts } = run([startRun('run_A'), startRun('run_B'), ended('run_A')])
    expect(facts.flatMap((fact) => (fact.kind === 'runStarted' ? [fact.epoch] : []))).toEqual([1, 2])
    expect(state.ledger.run).toEqual({ runId: 'run_B', epoch: 2, endedCleanly: false })
    step(state, ended('run_B'))
    expect(state.ledger.run).toMatchObject({ endedCleanly: true })
  })
})

describe('the engine, on any events', () => {
  it('has the ledger that its journal folds to', () => {
    fc.assert(
      fc.property(anyEngineEvents, (events) => {
        const { state, facts } = run(events)
        const folded = createLedger()
        for (const fact of facts.filter(isLedgerFact)) applyFact(folded, fact)
        expect(folded).toEqual(state.ledger)
      }),
    )
  })

  it('returns the same result twice', () => {
    fc.assert(
      fc.property(anyEngineEvents, (events) => {
        const [once, again] = [run(events), run(events)]
        const plain = (facts: readonly Fact[]) =>
          facts.map((fact) => (fact.kind === 'candleClosed' ? fact.candle : fact))
        expect(plain(again.facts)).toEqual(plain(once.facts))
        expect(describeMarket(again.state.market)).toEqual(describeMarket(once.state.market))
      }),
    )
  })
})
