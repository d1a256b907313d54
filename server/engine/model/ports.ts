import type { Id } from '../../core/id.ts'
import type { Instant, TimeRange } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import type { ControlState } from '../../domain/control/control-state.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import type { RecordedLag } from '../../domain/market/recorded-lag.ts'
import type { OwnConduct } from '../../domain/microstructure/own-conduct.ts'
import type { Order, OrderStatus, Origin } from '../../domain/order/order.ts'
import type { FlowOrder } from '../../domain/order/order-flow.ts'
import type { VenueFunding } from '../../domain/order/venue-report.ts'
import type { TrialDay } from '../../domain/performance/trial-record.ts'
import type { Fill, Position } from '../../domain/position/position.ts'
import type { Grade } from '../../domain/signal/edge/edge-of.ts'
import type { LostOutcome, SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'
import type { StopOrder } from './events.ts'
import type { AuditEntry, ConsideredEntry, Decision, Fact, LedgerFact } from './facts.ts'
import type { StrategyEvent, StrategyMessage } from './strategy-event.ts'
import type { VenueEvent, VenueRequest } from './venue.ts'

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
  /** Of a recording: how long after their exchange time its messages were received. */
  readonly recordedLag?: RecordedLag | null
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

/** Where an exchange's answers and its private stream go. */
export interface VenueSink {
  /** False when the engine is behind: the event was not taken. Keep it, or declare the stream lost. */
  offer(event: VenueEvent): boolean
}

/** An exchange to trade at: simulated, on paper or real. */
export interface ExecutionVenue {
  /** Begins the private stream. Events come later, never within the call. */
  open(sink: VenueSink): void
  /**
   * Sends once. Nothing is retried here, and every doubt is told as unknown. `heldUp` is asked again by an exchange to which
   * bytes do not leave within the call, right before they do: a reason keeps them here, and is told as not sent.
   */
  send(request: VenueRequest, heldUp?: () => string | undefined): void
  /** Nothing is told after this. */
  close(): void
}

/** Where a strategy that runs beside the engine is heard. */
export interface StrategySink {
  /** False when the engine is behind: the event was not taken. Keep it, and tell nothing more meanwhile. */
  offer(event: StrategyEvent): boolean
}

/** The strategies that run beside the engine, each where it can stall itself only. */
export interface StrategyHost {
  /** Begins to hand on what they say. Events come later, never within the call. */
  open(sink: StrategySink): void
  /** Tells them all; never waits for any. */
  publish(message: StrategyMessage): void
  /** Nothing is told after this. */
  close(): Promise<void>
}

/** What may be wrong between us and an exchange. */
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

/** Something that is wrong between us and the exchange, in words an operator can act on. */
export interface Trouble {
  readonly code: TroubleCode
  readonly detail: string
  readonly remedy: string
  readonly sinceMs: Instant
}

/** What one turn of the engine made true, and the orders and positions as they are after it. */
export interface Batch {
  readonly facts: readonly Fact[]
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
}

/** Where an audit entry went: into the log itself or, while that cannot be written, into the spool beside it. */
export type AuditStatus = 'RECORDED' | 'SPOOLED'

/** Where the audit log ends: how many entries it has, and the hash of the newest. */
export interface AuditPosition {
  readonly size: number
  readonly root: string
}

/** The record of who did what, which nobody can change without its showing. */
export interface AuditTrail {
  /**
   * Durable when it returns, in this order; throws a `StoreFailure` when neither log nor spool can be written. Called with
   * nothing, it tells whether the spool is empty, after having tried to empty it.
   */
  append(entries: readonly AuditEntry[]): AuditStatus
}

/** The file that holds the emergency stop by being there: whatever it says, and also when it cannot be read. */
export interface StopFile {
  /** True as well when that cannot be found out. */
  exists(): boolean
  /** What it says; null when it is not there or cannot be understood. */
  read(): StopOrder | null
  /** Makes it durable. An empty file is a stop too; false when not even that could be made. Never throws. */
  write(stop: StopOrder): boolean
  /** Throws a `StoreFailure` when it cannot be taken away. */
  remove(): void
}

/** The durable memory of the engine. */
export interface Journal {
  /** All of the batch but its audit entries in one durable transaction, or none and it throws a `StoreFailure`. */
  append(batch: Batch): void
  /** Every ledger fact ever appended, oldest first. */
  read(): Iterable<LedgerFact>
  /**
   * Names the commit that the next batch will be; its audit entries carry the name, and show later whether it was lost. Absent
   * where a journal is compared with no audit log.
   */
  nextCommit?(): string
}

export interface CandleRange {
  readonly symbol: string
  readonly interval: Interval
  readonly fromMs: Instant
  readonly toMs: Instant
  /** The newest this many, in order of time. */
  readonly limit: number
}

/** A named part of the evidence, as it was last saved. */
export interface StoredEvidence {
  readonly name: string
  /** Of the form of the text. */
  readonly version: number
  readonly savedAtMs: Instant
  readonly text: string
}

/** What was read from an evidence store when it was opened. */
export interface LoadedEvidence {
  /** `NEW`: there was no store. `DAMAGED`: it could not be read, or part of it was not as it was written. */
  readonly state: 'WHOLE' | 'NEW' | 'DAMAGED'
  /** What is damaged; null unless something is. */
  readonly detail: string | null
  /** What could be read. */
  readonly entries: readonly StoredEvidence[]
}

/** The memory of what was measured over days. No order and no decision waits for it. */
export interface EvidenceStore {
  readonly loaded: LoadedEvidence
  /** Replaces the entries of these names in one transaction; a null text removes one. Throws when that cannot be done. */
  save(entries: readonly (Omit<StoredEvidence, 'text'> & { readonly text: string | null })[]): void
  close(): void
}

/** Closed candles, as they were when their fact was journaled. */
export interface CandleStore {
  find(range: CandleRange, instrument: Instrument): Candle[]
}

/** A page of a list, newest first: what comes after `before` in that order. */
export interface Page {
  readonly before: { readonly atMs: Instant; readonly id: string } | null
  /** Half-open; null is unbounded. */
  readonly fromMs: Instant | null
  readonly toMs: Instant | null
  readonly limit: number
}

export interface OrderQuery extends Page {
  readonly symbol: string | null
  readonly statuses: readonly OrderStatus[] | null
  /** True: not terminal; false: terminal; null: both. */
  readonly open: boolean | null
  readonly clientOrderId: string | null
  readonly origin: Origin | null
}

export interface AccountQuery extends Page {
  readonly symbol: string | null
  readonly orderId: string | null
  readonly positionId: string | null
}

/** A line of the account's history. */
export type AccountEntry =
  | { readonly kind: 'fill'; readonly fill: Fill }
  | {
      readonly kind: 'funding'
      readonly funding: VenueFunding
      readonly positionId: string | null
      readonly exploratory?: true
    }

export interface EquitySample {
  readonly atMs: Instant
  readonly equity: Money
  readonly walletBalance: Money
  readonly unrealizedPnl: Money
}

/** A state the engine came to, and when. */
export interface StateEntered {
  readonly state: ControlState
  readonly atMs: Instant
}

/** Money that came or went without a trade of ours. */
export interface WalletAdjustment {
  readonly atMs: Instant
  readonly difference: Money
}

/** What the journal's transactions left to be read, newest first. */
export interface TradingStore {
  findOrder(orderId: string): Order | undefined
  findOrders(query: OrderQuery): Order[]
  findPosition(positionId: string): Position | undefined
  /** By the instant of opening. */
  findPositions(query: Page & { readonly symbol: string | null }): Position[]
  /** By the instant of execution. */
  findAccountEntries(query: AccountQuery): AccountEntry[]
  findDecision(decisionId: string): Decision | undefined
  /** The last this many states the engine came to, newest first. */
  findStates(limit: number): StateEntered[]
  /** At most `limit` samples within the range, evenly thinned, oldest first. */
  findEquity(range: { readonly fromMs: Instant; readonly toMs: Instant; readonly limit: number }): EquitySample[]
  /** Every correction of the wallet by what the exchange says it holds, oldest first. */
  findAdjustments(): WalletAdjustment[]
  /** What is known of an idempotency key of the last 24 hours; `answer` is null while none has been recorded. */
  findAnswer(scope: string, sinceMs: Instant): StoredAnswer | undefined
  /** How much was done from an instant on. */
  countSince(sinceMs: Instant): TradingCounts
  /** Every order of ours that was let out within a stretch of time, in short, oldest first. */
  findFlow(range: TimeRange): FlowOrder[]
  /** Idempotency keys that are remembered from an instant on. */
  countKeys(sinceMs: Instant): number
  /** What we did in a stretch of time that others might be blamed for. */
  countConduct(range: TimeRange): OwnConduct
}

/** A signal and what has come of it. */
export interface StoredSignal {
  readonly signal: Signal
  /** Null while it is open. */
  readonly outcome: SignalOutcome | LostOutcome | null
  /** The entry that was thought of because of it, one that was ordered before others; null while there is none. */
  readonly candidateId: Id<'cnd'> | null
  /** Whether an order was made on it. */
  readonly ordered: boolean
  /** Whether no later one of its series is known: the same strategy on the same symbol and interval. */
  readonly newest: boolean
}

export interface SignalQuery extends Page {
  readonly symbol: string | null
  readonly strategyId: string | null
  readonly interval: Interval | null
  readonly minConfidence: number | null
}

export interface EntryQuery extends Page {
  readonly symbol: string | null
  /** The strategy that leads. */
  readonly strategyId: string | null
  /** True: became an order; false: was refused; null: both. */
  readonly ordered: boolean | null
  /** A gate that held it back. */
  readonly gateId: string | null
}

/** Entries that the same gates held back, in order of their ids. */
export interface RefusedEntries {
  readonly gates: readonly string[]
  readonly count: number
}

/** An entry by how it was graded, and what became of the signal that led to it. */
export interface GradedEntry {
  readonly candidateId: Id<'cnd'>
  readonly atMs: Instant
  readonly grade: Grade
  /** Null where the gates refused it. */
  readonly orderId: Id<'ord'> | null
  /** Net, in distances from entry to stop, followed whether it was traded or not; null while it is open and where it was lost. */
  readonly netR: number | null
}

/** How much a strategy has said, how much of that has been followed to its end, and when its last bar closed. */
export interface SignalCount {
  readonly signals: number
  readonly outcomes: number
  readonly lastMs: Instant | null
}

/** Signals, their outcomes, and the entries that were thought of. */
export interface SignalStore {
  /** By the instant their bar closed at. */
  findSignals(query: SignalQuery): StoredSignal[]
  findSignal(signalId: string): StoredSignal | undefined
  /** The newest of every series there is, newest first. */
  findNewest(): StoredSignal[]
  /** Oldest first. */
  findUnresolved(): Signal[]
  /** The newest this many that have an outcome, oldest first. */
  findResolved(limit: number): StoredSignal[]
  /** What every strategy that was followed came to, day by day; nothing of it is ever let go. */
  findTrialDays(fromMs: Instant): TrialDay[]
  /** How many strategies were ever followed, by their definition and the length of their bars. */
  countTrials(): number
  /** What strategies were told beside the candles that closed within the range, by that instant. */
  findContexts(symbol: string, range: TimeRange): ReadonlyMap<Instant, BarContext>
  findEntries(query: EntryQuery): ConsideredEntry[]
  findEntry(candidateId: string): ConsideredEntry | undefined
  /** By the instant of deciding, newest first, in short. */
  findGraded(page: Page): GradedEntry[]
  /** Every set of gates that held entries back from an instant on. */
  findRefused(sinceMs: Instant): RefusedEntries[]
  countSince(sinceMs: Instant): { readonly signals: number; readonly candidates: number }
  /** Of a strategy, on bars that closed from an instant on. */
  countSignals(strategyId: string, sinceMs: Instant): SignalCount
}

export interface TradingCounts {
  /** Orders of ours that the gates judged, and those of them that were let out. */
  readonly decided: number
  readonly sent: number
  readonly fills: number
}

export interface StoredAnswer {
  readonly fingerprint: string
  readonly orderId: string | null
  readonly answer: { readonly status: number; readonly body: string } | null
}
