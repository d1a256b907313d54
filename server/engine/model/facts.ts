/** Facts: the decided changes of state that the engine stores, publishes and folds into its ledger. */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import type { BreakerId } from '../../domain/control/breakers.ts'
import type { RunHashes } from '../../domain/control/continuity.ts'
import type { ControlState, DesiredState } from '../../domain/control/control-state.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import type { Flatten } from '../../domain/control/stop.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Instrument, Lots } from '../../domain/market/instrument.ts'
import type { StreamChange } from '../../domain/market/market-event.ts'
import type { ExecutionMode, Order, OrderStatus, ProtectionPlan } from '../../domain/order/order.ts'
import type { VenueFunding, VenueReport } from '../../domain/order/venue-report.ts'
import type { Fill, Protection } from '../../domain/position/position.ts'
import type { PositionEffect } from '../../domain/position/position-effect.ts'
import type { GateReading } from '../../domain/risk/gate.ts'
import type { RiskView } from '../../domain/risk/risk-view.ts'
import type { EntryCandidate } from '../../domain/signal/entry-candidate.ts'
import type { LostOutcome, SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'
import type { Actor, AmendedTerms, ClockStepped, IdempotencyRef, Instructed, StopOrder } from './events.ts'

/** A decided change of state. Facts are durable before they are published, and only facts change the ledger. */
export type Fact =
  | {
      readonly kind: 'runStarted'
      readonly runId: string
      /** Market whose candles this store contains, for example `simulated seed=1`. */
      readonly market: string
      readonly mode: ExecutionMode
      /** Counts the runs of this store; the next one is always higher. */
      readonly epoch: number
      readonly hashes?: RunHashes
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
  | TradingFact
  | ControlFact
  | SignalFact
  /** Stored in the candle table, not in the journal: a candle replaces an earlier one of the same series and time. */
  | { readonly kind: 'candleClosed'; readonly candle: Candle; readonly instrument: Instrument }
  /** An audit entry. */
  | { readonly kind: 'audited'; readonly entry: AuditEntry }
  /** Response to a caller's idempotency key, so that the same key returns the same bytes. */
  | {
      readonly kind: 'answerRecorded'
      readonly idempotency: IdempotencyRef
      readonly status: number
      readonly body: string
      readonly atMs: Instant
    }

/** Gate verdict on an order: sent or blocked, with the reasons. */
export interface Decision {
  readonly decisionId: Id<'dec'>
  readonly verdict: 'APPROVED' | 'DENIED'
  readonly readings: readonly GateReading[]
  /** For a user's order: its effect on the position at the time of the decision. */
  readonly effect?: PositionEffect
}

/** An entry that autotrading considered, and its outcome. */
export interface ConsideredEntry {
  readonly candidate: EntryCandidate
  /** Digest of the candidate, also contained in its order. This digest and the next one are empty in a backtest. */
  readonly digest: string
  readonly decision: Decision
  /** Digest of decision and candidate together. */
  readonly decisionDigest: string
  /**
   * Input of the gates; the same input gives the same decision. The constitution is referenced by its hash, which is
   * empty in a backtest.
   */
  readonly evidence: Omit<RiskView, 'constitution'> & { readonly constitutionHash: string }
  /** Null when the gates refused it. */
  readonly orderId: Id<'ord'> | null
}

/** One line of the audit log: actor, action and object. */
export interface AuditEntry {
  readonly auditId: Id<'aud'>
  readonly atMs: Instant
  /** Epoch of the run; null outside a run. */
  readonly epoch: number | null
  readonly actor: Actor
  readonly action: string
  readonly target: string
  /** Value before and after, if it can be stated in a few words. */
  readonly before: string | null
  readonly after: string | null
  readonly outcome: string
  readonly reason: string | null
  readonly requestId: string | null
  /** Store commit this entry belongs to, such as `simulated-paper/4711`; omitted when it belongs to none. */
  readonly commit?: string
}

/** An amendment in progress: the open order is being cancelled, and is replaced once it has ended. */
interface Amendment {
  /** ID of the replacement. */
  readonly orderId: Id<'ord'>
  readonly venueSeed: string
  readonly change: AmendedTerms
  readonly instructed: Instructed
}

/** An amendment whose order is being cancelled. */
export interface PendingAmendment extends Amendment {
  /** Quantity the exchange has reported as executed; not all of it needs to be booked. */
  readonly executed: Lots
  readonly requestedAtMs: Instant
}

/** A fact about trading, stored as a row of the journal; the ledger is the fold of these facts. */
export type TradingFact =
  /** Intent, gate evidence and dispatch, durable before anything is sent. */
  | {
      readonly kind: 'orderDecided'
      readonly order: Order
      readonly decision: Decision
      readonly idempotency: IdempotencyRef | null
      readonly atMs: Instant
    }
  | {
      readonly kind: 'orderReported'
      readonly orderId: Id<'ord'>
      readonly report: VenueReport
      readonly atMs: Instant
    }
  | { readonly kind: 'orderRejected'; readonly orderId: Id<'ord'>; readonly reason: string; readonly atMs: Instant }
  | {
      readonly kind: 'orderUncertain'
      readonly orderId: Id<'ord'>
      readonly reason: string
      readonly provenDeadAtMs: Instant
      readonly atMs: Instant
    }
  | { readonly kind: 'orderProvenAbsent'; readonly orderId: Id<'ord'>; readonly atMs: Instant }
  /** Decided but never sent, because the latch was engaged in between. */
  | { readonly kind: 'orderAbandoned'; readonly orderId: Id<'ord'>; readonly reason: string; readonly atMs: Instant }
  /** A protective or closing order, sent again under the same ID. */
  | { readonly kind: 'orderResent'; readonly orderId: Id<'ord'>; readonly signedAtMs: Instant; readonly atMs: Instant }
  | { readonly kind: 'cancelRequested'; readonly orderId: Id<'ord'>; readonly atMs: Instant }
  | {
      readonly kind: 'amendmentRequested'
      readonly orderId: Id<'ord'>
      readonly amendment: Amendment
      readonly atMs: Instant
    }
  /** An amendment ended without a replacement. */
  | { readonly kind: 'amendmentEnded'; readonly orderId: Id<'ord'>; readonly reason: string; readonly atMs: Instant }
  /** The exchange no longer knows an order that it had accepted. */
  | {
      readonly kind: 'orderVanished'
      readonly orderId: Id<'ord'>
      /** For a stop: time of its last verification at the exchange. */
      readonly lastReadAtMs?: Instant
      readonly atMs: Instant
    }
  | { readonly kind: 'externalOrderSeen'; readonly order: Order; readonly atMs: Instant }
  /** A report without a valid transition: recorded, not applied. */
  | {
      readonly kind: 'reportRefused'
      readonly orderId: Id<'ord'>
      readonly report: VenueReport
      readonly status: OrderStatus
      readonly atMs: Instant
    }
  /** One execution, booked in one or two parts. `plan` is the protection of a lifecycle opened by this execution. */
  | {
      readonly kind: 'executed'
      readonly fills: readonly Fill[]
      readonly plan: ProtectionPlan
      readonly late: boolean
      readonly atMs: Instant
    }
  | {
      readonly kind: 'fundingPaid'
      readonly funding: VenueFunding
      readonly positionId: Id<'pos'> | null
      readonly exploratory?: true
      readonly atMs: Instant
    }
  /** First reading of the account, where the ledger starts. Executions it already contains are never booked. */
  | {
      readonly kind: 'booksOpened'
      readonly balance: Money
      readonly takenAtMs: Instant
      readonly included: readonly string[]
      readonly atMs: Instant
    }
  /** Change in the wallet balance without a trade of ours. */
  | { readonly kind: 'walletAdjusted'; readonly difference: Money; readonly atMs: Instant }
  | {
      readonly kind: 'planChanged'
      readonly positionId: Id<'pos'>
      readonly plan: ProtectionPlan
      readonly atMs: Instant
    }
  /** A position that a person took over is returned to autotrading. */
  | {
      readonly kind: 'positionHandedBack'
      readonly positionId: Id<'pos'>
      readonly by: Actor
      readonly atMs: Instant
    }
  | {
      readonly kind: 'protectionChanged'
      readonly positionId: Id<'pos'>
      readonly protection: Protection
      readonly atMs: Instant
    }
  | { readonly kind: 'differenceFound'; readonly difference: Difference; readonly atMs: Instant }
  | { readonly kind: 'differenceGone'; readonly key: string; readonly atMs: Instant }
  | {
      readonly kind: 'equitySampled'
      readonly equity: Money
      readonly walletBalance: Money
      readonly unrealizedPnl: Money
      readonly atMs: Instant
    }

/** Reason for the engine's state, for programs and for people. */
export interface StateReason {
  readonly code: string
  readonly message: string
}

/** A fact about permissions: state, latch, breakers. */
export type ControlFact =
  | {
      readonly kind: 'controlChanged'
      readonly state: ControlState
      readonly desired: DesiredState
      readonly reason: StateReason
      readonly by: Actor
      readonly atMs: Instant
    }
  | { readonly kind: 'latchEngaged'; readonly stop: StopOrder; readonly atMs: Instant }
  /** An engaged stop is requested again, possibly extended. */
  | {
      readonly kind: 'stopRepeated'
      readonly flatten: Flatten
      readonly by: Actor
      readonly auditId: Id<'aud'>
      readonly atMs: Instant
    }
  /** Orders that a stop cancels, and orders that it retains. */
  | {
      readonly kind: 'stopSwept'
      readonly cancelling: readonly Id<'ord'>[]
      readonly kept: readonly Id<'ord'>[]
      readonly atMs: Instant
    }
  | { readonly kind: 'stopCompleted'; readonly atMs: Instant }
  | { readonly kind: 'latchReleased'; readonly by: Actor; readonly atMs: Instant }
  | {
      readonly kind: 'breakerTripped'
      readonly breaker: BreakerId
      readonly observed: string
      readonly limit: string
      readonly atMs: Instant
    }
  /** The host's wall clock was set. If platform time moved with it, so do the times in the ledger. */
  | ({ readonly kind: 'clockStepped'; readonly atMs: Instant } & ClockStepped)
  | { readonly kind: 'breakersRearmed'; readonly breakers: readonly BreakerId[]; readonly atMs: Instant }
  /** A strategy fell short of its forecast, or failed: no entries until the host re-enables it. */
  | {
      readonly kind: 'strategyQuarantined'
      readonly strategyId: string
      readonly reason: string
      readonly atMs: Instant
    }
  | { readonly kind: 'strategiesRearmed'; readonly strategies: readonly string[]; readonly atMs: Instant }
  /** The host's grant for live trading; null withdraws it. */
  | {
      readonly kind: 'liveGrantChanged'
      readonly grant: LiveGrant | null
      readonly by: Actor
      readonly atMs: Instant
    }
  /** Stores lack data that is recorded in the audit log or in their seal. */
  | { readonly kind: 'storesBehind'; readonly findings: readonly string[]; readonly atMs: Instant }

/** A fact about signals, stored as a row of its own table. Its content can be recomputed from the candles. */
export type SignalFact =
  | { readonly kind: 'signalRaised'; readonly signal: Signal; readonly atMs: Instant }
  | {
      readonly kind: 'signalResolved'
      readonly signalId: Id<'sig'>
      readonly outcome: SignalOutcome | LostOutcome
      readonly atMs: Instant
    }
  /** Context that strategies received with the candles that closed at an instant. */
  | {
      readonly kind: 'contextObserved'
      readonly symbol: string
      readonly closedMs: Instant
      readonly context: BarContext
      readonly atMs: Instant
    }
  | { readonly kind: 'entryConsidered'; readonly entry: ConsideredEntry; readonly atMs: Instant }

/** A fact stored in the journal and folded into the ledger. */
export type LedgerFact = Exclude<Fact, SignalFact | { kind: 'candleClosed' | 'audited' | 'answerRecorded' }>

/** A difference between the ledger and the exchange. */
export interface Difference {
  /** Identifies the difference: repeated observations of it have the same key. */
  readonly key: string
  readonly kind:
    | 'MISSING_FILL'
    | 'UNKNOWN_ORDER'
    | 'QTY_MISMATCH'
    | 'ENTRY_PRICE_DRIFT'
    | 'UNPROTECTED'
    | 'FOREIGN_EPOCH'
    | 'BALANCE_DRIFT'
    | 'UNWATCHED_POSITION'
    | 'UNWATCHED_ORDERS'
  readonly symbol: string | null
  readonly ours: string
  readonly theirs: string
  readonly firstSeenAtMs: Instant
}

/** Returns whether the difference is a holding in an unwatched symbol rather than a ledger error. */
export const isUnwatched = ({ kind }: Pick<Difference, 'kind'>): boolean =>
  kind === 'UNWATCHED_POSITION' || kind === 'UNWATCHED_ORDERS'
