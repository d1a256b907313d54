/**
 * Ports of the scaled mode, in which engines and gateways on several hosts share one PostgreSQL store: logs, leases,
 * emergency stops, requests, published state, fleet and quotas.
 */

import type { StopOrder } from '../engine/model/events.ts'
import type { AccountSummary, FleetEntry } from '../engine/model/fleet.ts'

/**
 * Ports of the scaled mode, in which the engines of several hosts share one store: the log of an account, the lease
 * that decides which engine may append to it, and the emergency stops that apply to the engine with the lease.
 */

/** The two logs of an account: the journal of its engine, and the changes of a paper exchange. */
export type LogStream = 'engine' | 'exchange'

/** One transaction of a log. Numbers are consecutive from 1. */
export interface LoggedBatch {
  readonly number: number
  /** Epoch of the engine that appended it. */
  readonly epoch: number
  /** Identifier of its host. */
  readonly host: string
  readonly body: string
}

/** A newer engine has the lease: this one must end immediately, without any further request to the exchange. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The durable order of an account's batches. */
export interface AccountLog {
  /** Returns the number of the newest batch; 0 in an empty log. */
  newest(): Promise<number>
  /** Returns the epoch of the newest batch; 0 in an empty log. */
  newestEpoch(): Promise<number>
  /** Returns batches after `number`, oldest first. */
  readAfter(number: number, limit: number): Promise<LoggedBatch[]>
  /**
   * Durable when it resolves, with the emergency stop that is open then. Rejects with `Fenced` when the epoch no longer
   * holds the lease or another engine appended this number, and with a `StoreFailure` when the store did not confirm
   * it: then append the same batch again until it does, because it may be stored already. That is confirmed, not stored
   * twice.
   */
  append(batch: LoggedBatch): Promise<StopOrder | null>
}

/** A lease as it was last read. */
export interface LeaseReading {
  /** 0 before the first. */
  readonly epoch: number
  /** Identifier of the engine; null when it has released the lease. */
  readonly holder: string | null
  readonly host: string | null
  /** Incremented with every heartbeat of the holder. */
  readonly heartbeat: number
}

interface LeaseRequest {
  /** The reading on which the decision is based; the lease is not taken when it has changed since. */
  readonly last: LeaseReading
  /** The new epoch, greater than any before. */
  readonly epoch: number
  readonly holder: string
  readonly host: string
}

/** The lease of one account. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface LeaseStore {
  read(): Promise<LeaseReading>
  /** Returns false when another engine was faster. */
  take(request: LeaseRequest): Promise<boolean>
  /** Renews the lease. Rejects with `Fenced` when another engine has it. */
  heartbeat(epoch: number, heartbeat: number): Promise<void>
  /** Ensures that the next epoch is greater than this one, for an account that is new in the store. */
  raise(epoch: number): Promise<void>
  /** Releases the lease, so that a standby takes it immediately. */
  release(epoch: number): Promise<void>
}

/** Emergency stops of one account, in effect whichever engine is active. */
export interface StopStore {
  /** Durable when it resolves. */
  engage(stop: StopOrder): Promise<void>
  /** Engages a stop for all accounts of the store or for none; durable when it resolves, with the accounts. */
  engageEverywhere(stop: StopOrder): Promise<readonly string[]>
  /** Returns the stops that have not been cleared, the oldest first, at most 100. */
  listOpen(): Promise<readonly StopOrder[]>
  /** Clears a stop, on the host of the active engine. */
  release(stopId: string, epoch: number): Promise<void>
  /** Returns whether it is known and has been cleared. */
  isReleased(stopId: string): Promise<boolean>
}

/** Notice of a change in the store. A notice may get lost, so every table is also read periodically. */
export type Notice = 'log' | 'commands' | 'answers' | 'stops' | 'pictures'

/** Notices between the processes of one account. */
export interface Notices {
  /** Sends the notice soon; several calls may result in one notice. */
  send(notice: Notice): void
  /** Calls the listener for each notice of any process, this one included. Returns the unsubscribe function. */
  listen(notice: Notice, onNotice: () => void): () => void
}

/** Answer to a request of a gateway. */
interface RequestAnswer {
  readonly id: string
  readonly body: string
}

/** A request of a gateway to the active engine. */
interface GatewayRequest extends RequestAnswer {
  /** Session of the user who makes it; null where no right is needed. */
  readonly sessionId: string | null
}

/** Requests of one gateway. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface RequestOutbox {
  /** Sends a request, which an engine may take for two seconds by the clock of the store. */
  send(request: GatewayRequest): Promise<void>
  /** Returns and deletes the answers that have arrived. */
  receive(): Promise<RequestAnswer[]>
  /** Withdraws a request; false when an engine has taken it, or the store has lost it. */
  withdraw(id: string): Promise<boolean>
}

/** A request as the active engine takes it. */
export interface TakenRequest {
  readonly number: string
  readonly body: string
  /** The user of its session, by the store; null when there is none, or the session or the user's rights have ended. */
  readonly user: { readonly id: string; readonly roles: readonly string[] } | null
}

/** Requests of all gateways. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface RequestInbox {
  /** Returns the waiting requests, oldest first, each to one engine once; none when the epoch has no lease. */
  take(epoch: number): Promise<TakenRequest[]>
  answer(answers: readonly Pick<TakenRequest, 'number' | 'body'>[]): Promise<void>
  /** Returns whether a gateway has been alive within the last ten seconds. */
  hasGateways(): Promise<boolean>
}

/** Kinds of state that the engine publishes apart from the journal: its own state, or the reports of the monitor. */
export type PublicationKind = 'engine' | 'reports'

export interface Publication {
  readonly kind: PublicationKind
  /** Increases with every publication. */
  readonly version: number
  readonly body: string
  /** Age by the clock of the store. */
  readonly ageMs: number
}

/** The newest publication of each kind. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface PublicationStore {
  /** Has no effect when the epoch has no lease. */
  publish(kind: PublicationKind, epoch: number, body: string): Promise<void>
  /** Returns the publications that are newer than a version, and notes that this gateway is alive. */
  readAfter(version: number, gateway: string): Promise<Publication[]>
}

/** All accounts of the store. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface FleetStore {
  /** Publishes the summary of an account; has no effect when the epoch has no lease. */
  report(account: string, epoch: number, summary: AccountSummary): Promise<void>
  /** Notes that the standby on this host follows the account and has copied its log to `batch`. */
  noteStandby(account: string, host: string, batch: number): Promise<void>
  /** Returns the accounts in the order of their names, without those that were moved out. */
  read(): Promise<FleetEntry[]>
}

/** Requests of one caller that are to be counted against a quota of `requests` in any period of `windowMs`. */
export interface QuotaRequest {
  /** Caller and quota. */
  readonly key: string
  readonly requests: number
  readonly windowMs: number
  readonly count: number
}

export interface QuotaCount {
  /** Number of the requests that are within the quota. */
  readonly granted: number
  /** Number of requests in the window, with these. */
  readonly used: number
  /** Time until the oldest of them leaves the window. */
  readonly resetMs: number
}

/** Counts of requests that all gateways share. */
export interface QuotaStore {
  /**
   * Counts requests of different callers, in their order. Rejects with a `StoreFailure` when the store cannot be
   * reached.
   */
  count(requests: readonly QuotaRequest[]): Promise<QuotaCount[]>
}
