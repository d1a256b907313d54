import type { Instant } from '../core/instant.ts'
import type { Candle } from '../domain/market/candle.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { StreamChange } from '../domain/market/market-event.ts'
import type { ExecutionMode } from './events.ts'

/** What became true. Facts are durable before anybody is told, and the ledger changes by facts alone. */
export type Fact =
  | {
      readonly kind: 'runStarted'
      readonly runId: string
      /** Names the market whose candles this store holds, for example `simulated seed=1`. */
      readonly market: string
      readonly mode: ExecutionMode
      /** Counts the runs of this store; the next one is always higher. */
      readonly epoch: number
      readonly atMs: Instant
    }
  | { readonly kind: 'runEnded'; readonly runId: string; readonly atMs: Instant }
  | {
      readonly kind: 'instrumentListed'
      readonly symbol: string
      readonly tickSize: string
      readonly lotSize: string
      readonly minNotional: string | null
      readonly maxLeverage: number | null
      readonly atMs: Instant
    }
  | { readonly kind: 'streamChanged'; readonly change: StreamChange; readonly atMs: Instant }
  /** Kept in the candle table, not in the journal: a candle replaces an earlier one of the same place and time. */
  | { readonly kind: 'candleClosed'; readonly candle: Candle; readonly instrument: Instrument }

/** A fact that is a row of the journal and folds into the ledger. */
export type LedgerFact = Exclude<Fact, { kind: 'candleClosed' }>
