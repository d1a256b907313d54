import type { Instant } from '../core/instant.ts'
import type { Candle } from '../domain/market/candle.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { Interval } from '../domain/market/interval.ts'
import type { MarketEvent } from '../domain/market/market-event.ts'
import type { Fact, LedgerFact } from './facts.ts'

/** Our wall clock; durations are measured elsewhere. */
export type Clock = () => Instant

/** Where a market source puts what it hears. */
export interface MarketSink {
  /** False when the engine is behind: the event was not taken. Keep it and wait for room, or declare the stream lost. */
  offer(event: MarketEvent): boolean
  /** Resolves when there is room again; rejects when the engine has stopped. */
  room(): Promise<void>
}

type MarketOrigin = 'SIMULATOR' | 'REPLAY' | 'EXCHANGE_WS'

/** A market that can be listened to: simulated, replayed or real. */
export interface MarketSource {
  readonly origin: MarketOrigin
  /** Tells one market from another, so that candles of two are never mixed in one store. */
  readonly market: string
  /** True when the market goes on from where it was, so that stored candles continue it; false when it begins anew. */
  readonly resumes: boolean
  readonly instruments: readonly Instrument[]
  /**
   * Speaks until the market ends or `signal` aborts. First, for each instrument: `instrument`, then `history` from
   * `since(symbol)` (from as far back as the source can, when undefined), then `stream` live; then the market itself.
   * Rejects with a `MarketSourceError` when the source fails for good.
   */
  run(sink: MarketSink, since: (symbol: string) => Instant | undefined, signal: AbortSignal): Promise<void>
  /** Asks for a new snapshot of a book that has lost its sequence. */
  requestBook(symbol: string): void
}

/** A fault of a market source in words an operator can act on. */
export class MarketSourceError extends Error {
  override readonly name = 'MarketSourceError'
}

/** The durable memory of the engine. */
export interface Journal {
  /** All of `facts` in one durable transaction, or none and it throws. */
  append(facts: readonly Fact[]): void
  /** Every ledger fact ever appended, oldest first. */
  read(): Iterable<LedgerFact>
}

export interface CandleRange {
  readonly symbol: string
  readonly interval: Interval
  readonly fromMs: Instant
  readonly toMs: Instant
  /** The newest this many, in order of time. */
  readonly limit: number
}

/** Closed candles, as they were when their fact was journaled. */
export interface CandleStore {
  find(range: CandleRange, instrument: Instrument): Candle[]
}
