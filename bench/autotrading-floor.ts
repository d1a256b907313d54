/**
 * Harness of the autotrading benchmark: an isolated engine, its rules, and the order book, mark price and trade events
 * fed into it.
 */

import type { InstrumentSpec } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarkPrices } from '../server/adapters/exchanges/simulated/mark-prices.ts'
import { minuteHistory } from '../server/adapters/exchanges/simulated/minute-history.ts'
import { createReferencePrice } from '../server/adapters/exchanges/simulated/reference-price.ts'
import { type Instant, MINUTE_MS } from '../server/core/instant.ts'
import { type Lots, lots, type Ticks, ticks } from '../server/domain/market/instrument.ts'
import type { MarketEvent } from '../server/domain/market/market-event.ts'
import { DEFAULT_CONSTITUTION } from '../server/domain/risk/default-constitution.ts'
import { strategiesFor } from '../server/domain/signal/strategies/index.ts'
import type { Effect } from '../server/engine/model/effects.ts'
import type { EngineEvent } from '../server/engine/model/events.ts'
import type { VenueEvent } from '../server/engine/model/venue.ts'
import { type Step, step } from '../server/engine/run/step.ts'
import type { EngineState, Rules } from '../server/engine/state/turn.ts'
import { anEngineState, RULES } from '../test/support/engine-state.ts'
import { anAccount } from '../test/support/trading-floor.ts'

/** Isolated engine whose market and exchange events are supplied by hand; only its steps are measured. */
export interface AutotradingHarness {
  readonly state: EngineState
  readonly instruments: readonly BenchInstrument[]
  readonly take: (event: MarketEvent, atMs: Instant) => Step
  /** Advances the time and delivers the pending answers of the exchange. */
  readonly tick: (atMs: Instant) => void
  /** Reports submitted orders as not sent, so that their symbols are free again. */
  readonly letGo: (effects: readonly Effect[], atMs: Instant) => void
}

interface BenchInstrument {
  readonly spec: InstrumentSpec
  readonly priceAt: (at: Instant) => Ticks
}

const SEED = 1
const INTERVALS = ['1m', '5m'] as const
const PERIOD_MS = 2_016 * 5 * MINUTE_MS
/**
 * Length of the candle history. It crosses a period boundary, at which the series of the strategies restart, so that
 * each series keeps two lanes as in a long run.
 */
const HISTORY_MS = 1_500 * MINUTE_MS
const LEVELS = 10

/** End of the history and start of the market: half of the history lies in the period before. */
export const START_MS = Math.ceil(Date.UTC(2026, 10, 1) / PERIOD_MS) * PERIOD_MS + HISTORY_MS / 2

/** Disables the order rate limits, which would distort the measurement. */
const CONSTITUTION: Rules['constitution'] = {
  ...DEFAULT_CONSTITUTION,
  limits: {
    ...DEFAULT_CONSTITUTION.limits,
    ordersPerSecond: 1e9,
    ordersPerMinute: 1e9,
    entriesPerHour: 1e9,
    duplicateWindowMs: 0,
  },
}

/** Returns rules with autotrading of every strategy on one and five minutes, or without autotrading. */
export const rulesFor = (autotrading: boolean): Rules => {
  const made = new Map(INTERVALS.map((interval) => [interval as string, strategiesFor(interval)]))
  const strategies = strategiesFor('15m').map(({ id }) => id)
  return {
    ...RULES,
    constitution: CONSTITUTION,
    books: autotrading
      ? [
          {
            bookId: 'main',
            mode: 'PAPER',
            symbols: null,
            intervals: INTERVALS,
            strategies,
            explores: true,
            manualSymbols: [],
          },
        ]
      : [],
    strategiesFor: (interval) => made.get(interval) ?? [],
  }
}

/** Opens an engine that has recovered, reconciled and started, with warm strategies. */
export const openAutotradingHarness = (specs: readonly InstrumentSpec[], rules: Rules): AutotradingHarness => {
  const state = anEngineState({ rules })
  const run = (event: EngineEvent): Step => answered(step(state, event), event.atMs)
  const publish = (event: VenueEvent, atMs: Instant): Step => run({ kind: 'venue', event, atMs })
  const answered = (done: Step, atMs: Instant): Step => {
    for (const effect of done.effects) {
      if (effect.kind !== 'askVenue') continue
      const { request } = effect
      if (request.kind === 'readAccount') {
        publish({ kind: 'accountRead', queryId: request.queryId, snapshot: anAccount({ takenAtMs: atMs }) }, atMs)
      }
      if (request.kind === 'readTime') publish({ kind: 'timeRead', queryId: request.queryId, serverTimeMs: atMs }, atMs)
    }
    return done
  }
  const harness: AutotradingHarness = {
    state,
    instruments: specs.map((spec) => ({ spec, priceAt: createPriceAt(spec) })),
    take: (event, atMs) => step(state, { kind: 'market', event, atMs }),
    tick(atMs) {
      publish({ kind: 'heartbeat' }, atMs)
      run({ kind: 'timer', health: { commitP99Ms: 1, freeDiskBytes: 2 ** 40 }, atMs })
    },
    letGo(effects, atMs) {
      for (const effect of effects) {
        if (effect.kind !== 'submitOrder') continue
        const { venueClientId } = effect.order.candidate
        publish({ kind: 'notSent', venueClientId, reason: 'LATCHED' }, atMs)
      }
    },
  }
  run({
    kind: 'command',
    command: { kind: 'startRun', runId: 'run_A', market: 'bench', mode: 'PAPER' },
    atMs: START_MS,
  })
  for (const event of openingEvents(harness.instruments)) harness.take(event, START_MS)
  publish({ kind: 'stream', state: 'connected' }, START_MS)
  for (let count = 1; count <= 5; count++) harness.tick(START_MS + count * 500)
  if (state.ledger.control.state !== 'RUNNING') throw new Error(`the engine is ${state.ledger.control.state}`)
  return harness
}

function* openingEvents(instruments: readonly BenchInstrument[]): Generator<MarketEvent> {
  for (const { spec } of instruments) {
    yield { kind: 'instrument', instrument: spec.instrument }
    const span = { fromMs: START_MS - HISTORY_MS, toMs: START_MS }
    for (const candle of minuteHistory(SEED, spec, span)) yield { kind: 'history', candle }
    yield { kind: 'stream', change: { symbol: spec.instrument.symbol, state: 'live', sinceMs: START_MS } }
  }
}

const createPriceAt = (spec: InstrumentSpec): BenchInstrument['priceAt'] => {
  const markAt = createMarkPrices(SEED, spec, createReferencePrice(SEED, spec))
  return (at) => markAt(at).mark
}

/** Returns an order book snapshot of an instrument, deep enough for a taker. */
export const bookEvent = ({ spec, priceAt }: BenchInstrument, at: Instant): MarketEvent => {
  const mid = priceAt(at)
  const level = (price: number): { price: Ticks; quantity: Lots } => ({ price: ticks(price), quantity: lots(100_000) })
  const steps = Array.from({ length: LEVELS }, (_, depth) => depth + 1)
  return {
    kind: 'bookSnapshot',
    snapshot: {
      symbol: spec.instrument.symbol,
      sequence: at,
      bids: steps.map((depth) => level(mid - depth)),
      asks: steps.map((depth) => level(mid + depth)),
      exchangeTimeMs: at,
    },
  }
}

/** Returns a mark price event of an instrument at a time. */
export const markEvent = ({ spec, priceAt }: BenchInstrument, at: Instant): MarketEvent => ({
  kind: 'markPrice',
  markPrice: {
    symbol: spec.instrument.symbol,
    mark: priceAt(at),
    index: priceAt(at),
    fundingRate: null,
    fundingIntervalMs: null,
    nextFundingAtMs: null,
    fundingRateCap: null,
    fundingRateFloor: null,
    openInterest: null,
    exchangeTimeMs: at,
  },
})

/** Returns a trade event of an instrument at a time. */
export const tradeEvent = ({ spec, priceAt }: BenchInstrument, at: Instant): MarketEvent => ({
  kind: 'trade',
  trade: {
    symbol: spec.instrument.symbol,
    tradeId: `${at}`,
    sequence: null,
    price: priceAt(at),
    quantity: lots(1_000),
    takerSide: at % 2 === 0 ? 'BUY' : 'SELL',
    tradedAtMs: at,
  },
})
