import { createMemoryStore } from '../../server/adapters/exchanges/clearing/clearing-store.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import type { EngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { DAY_MS, type Instant } from '../../server/core/instant.ts'
import type { Interval } from '../../server/domain/market/interval.ts'
import { strategiesFor } from '../../server/domain/signal/strategies/index.ts'
import type { TradingBook } from '../../server/domain/signal/trading-book.ts'
import type { Rules } from '../../server/engine/state/turn.ts'
import { RULES } from '../support/engine-state.ts'
import { createMemoryStopFile } from '../support/memory-stop-file.ts'
import { beginLife, type Life, PowerLoss } from './engine-life.ts'
import { lightInstrument } from './light-market.ts'
import type { MarketWorld, Strike } from './market-world.ts'

export interface TradedMarketParts {
  readonly seed: number
  readonly startMs: Instant
  readonly store: EngineStore
  readonly specs?: readonly InstrumentSpec[]
  readonly rules?: Partial<Rules>
  /** Length of the market history delivered at the first start. */
  readonly historyMs?: number
  readonly opensLate?: boolean
  readonly defersPast?: boolean
  /** Ends the first life while it opens; the next one begins immediately. */
  readonly strike?: Strike
}

/**
 * Autotrading engine at a local exchange over the light market, on a simulated clock. Changed in place by the
 * functions of `run-market.ts`.
 */
export interface TradedMarket extends MarketWorld {
  life: Life
}

const INTERVALS: readonly Interval[] = ['1m', '5m']

/** Returns the trading scope of a default start on the simulated market. */
export const defaultBook = (explores = false): TradingBook => ({
  bookId: 'main',
  mode: 'PAPER',
  symbols: null,
  intervals: INTERVALS,
  strategies: strategiesFor('15m').map(({ id }) => id),
  explores,
  manualSymbols: ['BTCUSDT'],
})

/** Returns rules that explore every symbol, so that enough trades occur to cover every case. */
const defaultRules = (): Rules => {
  const made = new Map(INTERVALS.map((interval) => [interval, strategiesFor(interval)]))
  return {
    ...RULES,
    books: [{ ...defaultBook(true), manualSymbols: [] }],
    strategiesFor: (interval) => made.get(interval) ?? [],
  }
}

/** Opens store and exchange, delivers the market history, and begins the first life of the engine. */
export const openTradedMarket = (parts: TradedMarketParts): TradedMarket => {
  const {
    seed,
    startMs,
    store,
    specs,
    rules,
    historyMs = 2 * DAY_MS,
    opensLate = false,
    defersPast = false,
    strike,
  } = parts
  const market: Omit<TradedMarket, 'life'> = {
    instruments: (specs ?? INSTRUMENT_SPECS).map((spec) => lightInstrument(seed, spec)),
    store,
    exchange: createMemoryStore(),
    stopFile: createMemoryStopFile(),
    rules: { ...defaultRules(), ...rules },
    historyMs,
    opensLate,
    defersPast,
    facts: [],
    strike,
    nowMs: startMs,
    runs: 0,
  }
  return Object.assign(market, { life: strike ? beginAgain(market) : beginLife(market) })
}

const beginAgain = (market: MarketWorld): Life => {
  try {
    beginLife(market)
  } catch (error) {
    if (!(error instanceof PowerLoss)) throw error
  }
  market.strike = undefined
  return beginLife(market)
}
