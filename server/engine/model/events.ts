/** Events: everything the engine can receive, with the commands of callers and their outcomes. */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../../domain/account/money.ts'
import type { PastRun, RunHashes } from '../../domain/control/continuity.ts'
import type { ControlState } from '../../domain/control/control-state.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import type { Flatten, StopCode } from '../../domain/control/stop.ts'
import type { Lots, Ticks } from '../../domain/market/instrument.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import type { ExecutionMode, OrderType, Side, TimeInForce, Trigger } from '../../domain/order/order.ts'
import type { StrategyEvent } from './strategy-event.ts'
import type { VenueEvent } from './venue.ts'

/** Actor that originated a request. */
export interface Actor {
  readonly type: 'USER' | 'HOST' | 'ENGINE'
  readonly sub: string | null
  readonly sid: string | null
  readonly ip: string | null
}

/** A caller's key for one request: the same key and fingerprint get the same answer. */
export interface IdempotencyRef {
  /** Principal, method, route and key in one string. */
  readonly scope: string
  /** SHA-256 of path parameters and body. */
  readonly fingerprint: string
}

/** Fields common to every instruction. */
export interface Instructed {
  readonly actor: Actor
  readonly requestId: string | null
  readonly idempotency: IdempotencyRef | null
  /** Reason in the caller's own words, for the audit log. */
  readonly reason: string | null
  readonly auditId: Id<'aud'>
}

/** An order as requested by a caller, in the instrument's ticks and lots. */
export interface OrderRequest {
  readonly symbol: string
  readonly side: Side
  readonly type: OrderType
  readonly size: { readonly quantity: Lots } | { readonly notional: Money }
  readonly price: Ticks | null
  readonly trigger: Trigger | null
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly stopLoss: Trigger | null
  readonly takeProfit: Trigger | null
  readonly maxSlippageBps: number | null
  readonly clientOrderId: string | null
}

/** Amended terms of an open order; null leaves a term unchanged. */
export interface AmendedTerms {
  readonly price: Ticks | null
  /** Trigger price of a conditional order. */
  readonly triggerPrice: Ticks | null
  /** Quantity including what has been filled. */
  readonly quantity: Lots | null
}

/** An open order and its amended terms. */
export interface AmendmentRequest {
  readonly orderId: string
  readonly change: AmendedTerms
}

/** Undefined leaves a price unchanged, null removes it. */
export interface ProtectionChange {
  readonly stopLoss: Trigger | null | undefined
  readonly takeProfit: Trigger | null | undefined
}

/** Findings about earlier runs at the start of this run. */
export interface PreviousRuns {
  /** Oldest first. */
  readonly past: readonly PastRun[]
  /** Fault of the store; null when there is none, undefined until it has been checked. */
  readonly damage: string | null | undefined
  /** Stores that lack data recorded in the audit log or in their seal, one sentence each. */
  readonly behind?: readonly string[]
}

/** A request to the engine. Commands overtake market events in the queue, never each other. */
export type Command =
  | {
      readonly kind: 'startRun'
      readonly runId: string
      readonly market: string
      readonly mode: ExecutionMode
      /** Newest run known to any source, for a ledger that may have been lost or restored from a backup. */
      readonly lastEpoch?: number
      /** Stored with the run, so that the next run can determine what has changed. */
      readonly hashes?: RunHashes
      /** If omitted, nothing is assumed, and with real money the engine does not resume automatically. */
      readonly previousRuns?: PreviousRuns
    }
  /** Result of the store check, which runs alongside the engine; null without damage. */
  | { readonly kind: 'noteStoreCheck'; readonly damage: string | null }
  /** Shutdown is imminent: no risk-increasing order is accepted. */
  | { readonly kind: 'beginShutdown'; readonly instructed: Instructed }
  | { readonly kind: 'endRun'; readonly runId: string }
  | LoweringCommand
  | RaisingCommand
  /** Stops a strategy from opening positions, until the host re-enables it. */
  | { readonly kind: 'quarantineStrategy'; readonly strategyId: string; readonly instructed: Instructed }
  /** Re-enables a quarantined strategy; reserved for the host. */
  | { readonly kind: 'rearmStrategy'; readonly strategyId: string; readonly instructed: Instructed }
  /** Returns a manually controlled position to autotrading, with its planned exit; reserved for the host. */
  | { readonly kind: 'handBack'; readonly symbol: string; readonly instructed: Instructed }
  /** The host grants live trading, or withdraws it with null. */
  | { readonly kind: 'setLiveGrant'; readonly grant: LiveGrant | null; readonly instructed: Instructed }
  | {
      readonly kind: 'placeOrder'
      readonly orderId: Id<'ord'>
      /** The 26 unique characters of the ID at the exchange; derived from the caller's key if there is one. */
      readonly venueSeed: string
      readonly request: OrderRequest
      readonly instructed: Instructed
    }
  | { readonly kind: 'cancelOrder'; readonly orderId: Id<'ord'>; readonly instructed: Instructed }
  /** Replaces an open order by one with amended terms. */
  | {
      readonly kind: 'amendOrder'
      readonly replaces: Id<'ord'>
      /** ID of the replacement. */
      readonly orderId: Id<'ord'>
      readonly venueSeed: string
      readonly change: AmendedTerms
      readonly instructed: Instructed
    }
  | {
      readonly kind: 'closePosition'
      readonly positionId: Id<'pos'>
      readonly orderId: Id<'ord'>
      readonly venueSeed: string
      /** Null means the whole position. */
      readonly quantity: Lots | null
      readonly maxSlippageBps: number | null
      readonly instructed: Instructed
    }
  | {
      readonly kind: 'changeProtection'
      readonly positionId: Id<'pos'>
      readonly change: ProtectionChange
      /** Version expected by the caller, if given. */
      readonly ifVersion: number | null
      readonly instructed: Instructed
    }
  | {
      readonly kind: 'recordAnswer'
      readonly idempotency: IdempotencyRef
      readonly status: number
      readonly body: string
    }

/** A stop of the engine, with its actor and reason. Only the host can clear it. */
export interface StopOrder {
  readonly stopId: Id<'stp'>
  readonly code: StopCode
  readonly reason: string
  readonly flatten: Flatten
  readonly by: Actor
  readonly auditId: Id<'aud'>
  readonly atMs: Instant
}

/** Returns a stop without anything else that the value has, such as the progress of an engaged stop. */
export const toStopOrder = ({ stopId, code, reason, flatten, by, auditId, atMs }: StopOrder): StopOrder => ({
  stopId,
  code,
  reason,
  flatten,
  by,
  auditId,
  atMs,
})

/** A command that restricts the engine: open to any actor with the role, and never refused. */
export type LoweringCommand =
  | { readonly kind: 'pause'; readonly instructed: Instructed }
  | {
      readonly kind: 'emergencyStop'
      /** The stop already in memory and in the file; a ledger that has a stop keeps its own. */
      readonly stop: StopOrder
      readonly flatten: Flatten
      readonly instructed: Instructed
    }

/**
 * A command that lifts restrictions: reserved for the host, and executed only while the state is the one that the host
 * has reviewed.
 */
export type RaisingCommand =
  | { readonly kind: 'resume'; readonly displayed: string; readonly instructed: Instructed }
  | { readonly kind: 'clearStop'; readonly displayed: string; readonly instructed: Instructed }

/** Reason why a command was not executed; only the audit log has changed. */
export type CommandRefusal =
  | { readonly kind: 'unknownSymbol'; readonly symbol: string }
  | { readonly kind: 'marketNotSeen'; readonly symbol: string }
  | {
      readonly kind: 'latched'
      readonly stopId: Id<'stp'>
      readonly reason: string
      readonly latchedAtMs: Instant
    }
  | { readonly kind: 'goingDown' }
  /** The host's request is not possible in the current state. */
  | { readonly kind: 'notNow'; readonly code: string; readonly detail: string }
  | { readonly kind: 'duplicateClientOrderId'; readonly clientOrderId: string; readonly orderId: Id<'ord'> }
  | { readonly kind: 'orderNotFound' }
  | { readonly kind: 'orderTerminal'; readonly orderId: Id<'ord'> }
  | { readonly kind: 'notAmendable'; readonly detail: string }
  | { readonly kind: 'protectionRemovalForbidden'; readonly detail: string }
  | { readonly kind: 'positionNotFound' }
  | { readonly kind: 'positionEnded' }
  | { readonly kind: 'versionMismatch'; readonly version: number }
  | { readonly kind: 'wouldIncreaseRisk'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly pointer: string; readonly detail: string }
  | { readonly kind: 'outcomePending'; readonly detail: string }

/** Result of a command. The order or position itself is in the ledger. */
export type CommandOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopTaken'; readonly stopId: Id<'stp'>; readonly alreadyLatched: boolean }
  | {
      readonly kind: 'pauseTaken'
      readonly changed: boolean
      readonly previousState: ControlState
      readonly entries: readonly Id<'ord'>[]
    }
  | { readonly kind: 'refused'; readonly refusal: CommandRefusal }

/** Health of the store, as it measures it. */
export interface StoreHealth {
  readonly commitP99Ms: number | null
  readonly freeDiskBytes: number | null
}

/** The host's wall clock was set. */
export interface ClockStepped {
  /** Step of the wall clock, ms; 0 when only the platform clock moved. */
  readonly byMs: number
  /** Wall clock minus platform time, from now on. */
  readonly hostOffsetMs: number
  /**
   * Step of the platform clock towards the wall clock, confirmed by the market's clock, ms; 0 when it was not moved.
   */
  readonly adoptedMs: number
}

/** Input of the step function. `atMs` is our time of receipt; the engine itself reads no clock. */
export type EngineEvent =
  | { readonly kind: 'market'; readonly event: MarketEvent; readonly atMs: Instant }
  | { readonly kind: 'venue'; readonly event: VenueEvent; readonly atMs: Instant }
  | { readonly kind: 'strategy'; readonly event: StrategyEvent; readonly atMs: Instant }
  /** Takes precedence over all waiting events, whose times are shifted with it. */
  | { readonly kind: 'clockStepped'; readonly step: ClockStepped; readonly atMs: Instant }
  | { readonly kind: 'timer'; readonly health: StoreHealth; readonly atMs: Instant }
  /** The engine has time for work deferred at the start. */
  | { readonly kind: 'backlog'; readonly atMs: Instant }
  /** Reports whether decisions can be made durable. */
  | { readonly kind: 'store'; readonly failure: string | null; readonly atMs: Instant }
  | { readonly kind: 'command'; readonly command: Command; readonly atMs: Instant }

/** Actor for the owner of the process: the host command, a signal, a file in the data directory. */
export const HOST: Actor = { type: 'HOST', sub: null, sid: null, ip: null }

/** Actor for automatic actions of the engine. */
export const ENGINE: Actor = { type: 'ENGINE', sub: null, sid: null, ip: null }
