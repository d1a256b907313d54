import type { ClearingStore } from '../../server/adapters/exchanges/clearing/clearing-store.ts'
import { createMemoryStore } from '../../server/adapters/exchanges/clearing/memory-store.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import type { EngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { DAY_MS, type Instant } from '../../server/core/instant.ts'
import type { Interval } from '../../server/domain/market/interval.ts'
import { strategiesFor } from '../../server/domain/signal/strategies/index.ts'
import type { Fact } from '../../server/engine/facts.ts'
import type { StopFile } from '../../server/engine/ports.ts'
import type { Rules } from '../../server/engine/turn.ts'
import { RULES } from '../support/engine-state.ts'
import { createMemoryStopFile } from '../support/memory-stop-file.ts'
import { beginLife, type Life } from './engine-life.ts'
import { type LightInstrument, lightInstrument } from './light-market.ts'

export interface TradedMarketParts {
  readonly seed: number
  readonly startMs: Instant
  readonly store: EngineStore
  readonly specs?: readonly InstrumentSpec[]
  readonly rules?: Partial<Rules>
  /** How far back the market is told at the first start. */
  readonly historyMs?: number
  readonly opensLate?: boolean
}

/** Ends the process at a commit of what it names; what is written by then is kept, and nothing leaves after it. */
export interface Strike {
  readonly kind: Fact['kind']
  /** So many commits of that kind are let through before. */
  left: number
  readonly written: boolean
}

/**
 * An engine that trades by itself at an exchange of ours over the light market, on a simulated clock. Store and exchange
 * outlive it. Changed in place by the functions of `run-market.ts`.
 */
export interface TradedMarket {
  readonly instruments: readonly LightInstrument[]
  readonly store: EngineStore
  readonly exchange: ClearingStore
  readonly stopFile: StopFile
  readonly rules: Rules
  readonly historyMs: number
  /** Whether the exchange knows no price yet when the engine comes to it after a restart. */
  readonly opensLate: boolean
  /** All that has become durable, in order. */
  readonly facts: Fact[]
  strike: Strike | undefined
  nowMs: Instant
  runs: number
  life: Life
}

const INTERVALS: readonly Interval[] = ['1m', '5m']

/** The book that is traded where nothing else is said, with every strategy. */
const defaultRules = (): Rules => {
  const strategies = strategiesFor('15m').map(({ id }) => id)
  const made = new Map(INTERVALS.map((interval) => [interval, strategiesFor(interval)]))
  return {
    ...RULES,
    books: [{ bookId: 'main', mode: 'PAPER', symbols: null, intervals: INTERVALS, strategies }],
    strategiesOf: (interval) => made.get(interval) ?? [],
  }
}

/** Opens store and exchange, tells the past of the market, and begins the first life of the engine. */
export const openTradedMarket = (parts: TradedMarketParts): TradedMarket => {
  const { seed, startMs, store, specs, rules, historyMs = 8 * DAY_MS, opensLate = false } = parts
  const market: Omit<TradedMarket, 'life'> = {
    instruments: (specs ?? INSTRUMENT_SPECS).map((spec) => lightInstrument(seed, spec)),
    store,
    exchange: createMemoryStore(),
    stopFile: createMemoryStopFile(),
    rules: { ...defaultRules(), ...rules },
    historyMs,
    opensLate,
    facts: [],
    strike: undefined,
    nowMs: startMs,
    runs: 0,
  }
  return Object.assign(market, { life: beginLife(market) })
}
