/** Ports of the engine: clock, market source, exchange, strategies, journal and audit log. */

import type { Id } from '../../core/id.ts'
import type { Instant, TimeRange } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { MarketEvent, RecordedLag } from '../../domain/market/market-event.ts'
import type { Order } from '../../domain/order/order.ts'
import type { Position } from '../../domain/position/position.ts'
import type { LostOutcome, SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'
import type { StopOrder } from './events.ts'
import type { AuditEntry, Fact, LedgerFact } from './facts.ts'
import type { StrategyEvent, StrategyMessage } from './strategy-event.ts'
import type { VenueEvent, VenueRequest } from './venue.ts'

/** Returns the wall clock time; durations are measured by a monotonic clock. */
export type Clock = () => Instant

/** Destination of market events from a source. */
export interface MarketSink {
  /**
   * Returns false when the engine is behind and did not accept the event; the caller must retain it and wait, or
   * declare the stream lost.
   */
  offer(event: MarketEvent): boolean
  /** Resolves when there is space again; rejects when the engine has stopped. */
  room(): Promise<void>
}

type MarketOrigin = 'SIMULATOR' | 'REPLAY' | 'EXCHANGE_WS'

/** A source of market events: simulated, replayed or real. */
export interface MarketSource {
  readonly origin: MarketOrigin
  /** Identifies the market, so that candles of two markets are never mixed in one store. */
  readonly market: string
  /**
   * True when the market continues from its previous state, so that stored candles remain valid; false when it starts
   * anew.
   */
  readonly resumes: boolean
  readonly instruments: readonly Instrument[]
  /** Delay of a recording's messages after their exchange time. */
  readonly recordedLag?: RecordedLag | null
  /**
   * Publishes events until the market ends or `signal` aborts. First, for each instrument: `instrument`, then `history`
   * from `since(symbol)` (from as far back as the source can, when undefined), then `stream` live; then the market
   * itself. Rejects with a `MarketSourceError` when the source fails permanently.
   */
  run(sink: MarketSink, since: (symbol: string) => Instant | undefined, signal: AbortSignal): Promise<void>
  /** Requests a new snapshot of an order book that has lost its sequence. */
  requestBook(symbol: string): void
}

/** A fault of a market source with a message an operator can act on. */
export class MarketSourceError extends Error {
  override readonly name = 'MarketSourceError'
}

/** Destination of an exchange's responses and its private stream. */
export interface VenueSink {
  /**
   * Returns false when the engine is behind and did not accept the event; the caller must retain it, or declare the
   * stream lost.
   */
  offer(event: VenueEvent): boolean
}

/** Order of the ledger, and the ID under which the exchange reports its executions. */
export interface KnownOrder {
  readonly exchangeOrderId: string
  readonly venueClientId: string
}

/** An exchange to trade at: simulated, paper or real. */
export interface ExecutionVenue {
  /**
   * Starts the private stream. Events are published later, never within the call. Orders in `known` need not be looked
   * up when their executions are read.
   */
  open(sink: VenueSink, known?: readonly KnownOrder[]): void
  /**
   * Sends a request once. Nothing is retried, and any doubt is reported as unknown. A venue that does not write the
   * bytes within the call calls `getBlocker` right before it does: if this returns a reason, the request is withheld and
   * reported as not sent.
   */
  send(request: VenueRequest, getBlocker?: () => string | undefined): void
  /** Stops publishing. If a promise is returned, everything is stored once it settles. */
  close(): void | PromiseLike<void>
}

/** Destination of the ideas of plug-in strategies. */
export interface StrategySink {
  /**
   * Returns false when the engine is behind and did not accept the event; the caller must retain it, and send no more
   * bars until it is accepted.
   */
  offer(event: StrategyEvent): boolean
}

/** Host of the plug-in strategies, each isolated so that it can stall only itself. */
export interface StrategyHost {
  /** Starts publishing their events. Events are published later, never within the call. */
  open(sink: StrategySink): void
  /** Sends a message to all of them; never waits. */
  publish(message: StrategyMessage): void
  /** Stops publishing. */
  close(): Promise<void>
}

/** Kinds of trouble with an exchange connection. */
export type TroubleCode =
  | 'UNREACHABLE'
  | 'KEY_REFUSED'
  | 'CLOCK'
  | 'RATE_LIMITED'
  | 'MARKET_STREAM'
  | 'PRIVATE_STREAM'
  | 'UNREADABLE'
  | 'UNKNOWN_SYMBOL'
  | 'OTHER_STEPS'

/** Trouble with the exchange connection, with a message an operator can act on. */
export interface Trouble {
  readonly code: TroubleCode
  readonly detail: string
  readonly remedy: string
  readonly sinceMs: Instant
}

/** Facts of one turn of the engine, with the resulting orders and positions. */
export interface Batch {
  readonly facts: readonly Fact[]
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
}

/** Destination of an audit entry: the log, or the spool file while the log is not writable. */
export type AuditStatus = 'RECORDED' | 'SPOOLED'

/** End of the audit log: the number of its entries, and the hash of the newest. */
export interface AuditPosition {
  readonly size: number
  readonly root: string
}

/** Tamper-evident record of every actor's actions. */
export interface AuditTrail {
  /**
   * Appends entries in order; durable when it returns or the promise settles. Fails with a `StoreFailure` when neither
   * log nor spool can be written.
   */
  append(entries: readonly AuditEntry[]): AuditStatus | PromiseLike<AuditStatus>
  /** Returns `SPOOLED` while entries that are durable elsewhere wait for the log to become writable. */
  status(): AuditStatus
}

/** File whose presence engages the emergency stop, whatever its content, even if it cannot be read. */
export interface StopFile {
  /** Returns whether the file exists; true also when the file system cannot be read. */
  exists(): boolean
  /** Returns its content; null when it does not exist or cannot be parsed. */
  read(): StopOrder | null
  /**
   * Creates the file, which from then on survives the end of the process. An empty file counts as a stop; returns false
   * when not even that could be written. Never throws.
   */
  write(stop: StopOrder): boolean
  /**
   * Resolves when the file also survives a loss of power, false when that is not certain. Never blocks, never rejects.
   */
  sync(): Promise<boolean>
  /** Removes the file. Throws a `StoreFailure` when that is not possible. */
  remove(): void
}

/** Right to be the only engine of the account. */
export interface Lease {
  /** Returns whether the lease is held at this moment; never waits. */
  held(): boolean
  /** Epoch of the lease, newer than the epoch of every earlier run; null when the engine itself counts its runs. */
  readonly epoch: number | null
}

/** Lease of the engine that has locked the data directory of its account for as long as the process lives. */
export const PERMANENT_LEASE: Lease = { held: () => true, epoch: null }

/** Durable storage of the engine's facts. */
export interface Journal {
  /**
   * Appends the whole batch in one durable transaction, or nothing, and then throws a `StoreFailure`. If it returns a
   * promise, the batch is durable or has failed when that settles. Only one append at a time. The audit entries of the
   * batch are forwarded to the audit log later, even if the process ends.
   */
  append(batch: Batch): void | PromiseLike<void>
  /** Does part of the work of the next append in advance. Stores nothing; calling it is optional. */
  prepare?(facts: readonly Fact[]): void
  /**
   * Resolves when the tables have what was appended so far, or their write has failed, which the next append reports. If
   * omitted, they have it as soon as it is durable.
   */
  copied?(): Promise<void>
  /** Returns every ledger fact ever appended, oldest first, skipping the first `after`. */
  read(after?: number): Iterable<LedgerFact>
}

export interface CandleRange {
  readonly symbol: string
  readonly interval: Interval
  readonly fromMs: Instant
  readonly toMs: Instant
  /** Maximum number of newest candles, in chronological order. */
  readonly limit: number
}

/** Closed candles, as recorded by their facts. */
export interface CandleStore {
  find(range: CandleRange, instrument: Instrument): Candle[]
}

/** A page of a list, newest first, starting after `before`. */
export interface Page {
  readonly before: { readonly atMs: Instant; readonly id: string } | null
  /** Half-open; null means unbounded. */
  readonly fromMs: Instant | null
  readonly toMs: Instant | null
  readonly limit: number
}

/** A signal and its outcome. */
export interface StoredSignal {
  readonly signal: Signal
  /** Null while the signal is open. */
  readonly outcome: SignalOutcome | LostOutcome | null
  /** Candidate created for the signal, preferably an ordered one; null without candidate. */
  readonly candidateId: Id<'cnd'> | null
  /** True when an order was placed for the signal. */
  readonly ordered: boolean
  /** True when no later signal of the same strategy, symbol and interval is known. */
  readonly newest: boolean
}

export interface SignalQuery extends Page {
  readonly symbol: string | null
  readonly strategyId: string | null
  readonly interval: Interval | null
  readonly minConfidence: number | null
}

/** Past signals, from which the engine restores its state. */
export interface SignalHistory {
  /** Finds signals, ordered by the close of their bar. */
  findSignals(query: SignalQuery): StoredSignal[]
  /** Returns the signals without an outcome, oldest first. */
  findUnresolved(): Signal[]
  /** Returns up to `limit` of the newest signals with an outcome, oldest first. */
  findResolved(limit: number): StoredSignal[]
  /** Returns the market contexts of the candles that closed within the range, keyed by closing time. */
  findContexts(symbol: string, range: TimeRange): ReadonlyMap<Instant, BarContext>
}
