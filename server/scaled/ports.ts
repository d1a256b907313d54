/**
 * Ports of the scaled mode, in which engines and gateways on several hosts share one PostgreSQL store: logs, leases,
 * emergency stops, requests, published state, fleet and quotas.
 */

import type { StopOrder } from '../engine/model/events.ts'
import type { AccountSummary, FleetEntry, GatewayReport } from '../engine/model/fleet.ts'

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

/** A newer engine has the lease: this one must stop immediately, without further requests to the exchange. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The log no longer has the batch after the one that a copy ends with. */
export class LogTrimmed extends Error {
  override readonly name = 'LogTrimmed'
}

/** The durable order of an account's batches. */
export interface AccountLog {
  /** Returns the number of the newest batch; 0 in an empty log. */
  newest(): Promise<number>
  /** Returns the epoch of the newest batch; 0 in an empty log. */
  newestEpoch(): Promise<number>
  /**
   * Returns batches after `number`, oldest first. Rejects with `LogTrimmed` when the one after it has been moved to an
   * archive.
   */
  readAfter(number: number, limit: number): Promise<LoggedBatch[]>
  /**
   * Appends a batch; durable when it resolves, with the emergency stop open at that time. Rejects with `Fenced` when
   * the epoch no longer holds the lease or another engine appended this number, and with a `StoreFailure` when the
   * store did not confirm it. The caller must then append the same batch again until it is confirmed, because it may
   * already be stored; it is never stored twice.
   */
  append(batch: LoggedBatch): Promise<StopOrder | null>
}

/** A lease as last read. */
export interface LeaseReading {
  /** 0 until the first one. */
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
  /** Ensures that the next epoch is greater than this one, for a new account in the store. */
  raise(epoch: number): Promise<void>
  /** Releases the lease, so that a standby takes it immediately. */
  release(epoch: number): Promise<void>
}

/** Emergency stops of one account, in effect whichever engine is active. */
export interface StopStore {
  /** Durable when it resolves. */
  engage(stop: StopOrder): Promise<void>
  /**
   * Engages a stop for all accounts of the store or for none; durable when it resolves with the accounts. Rejects with
   * `BeyondReach`, engaging none, when one of them is not in `reach`; without `reach`, all are.
   */
  engageEverywhere(stop: StopOrder, reach?: readonly string[]): Promise<readonly string[]>
  /** Returns the stops that have not been cleared, the oldest first, at most 100. */
  listOpen(): Promise<readonly StopOrder[]>
  /** Clears a stop, on the host of the active engine. */
  release(stopId: string, epoch: number): Promise<void>
  /** Returns whether a stop is known and has been cleared. */
  isReleased(stopId: string): Promise<boolean>
}

/** Notification of a change in the store. Notifications may be lost, so every table is also read periodically. */
export type Notice = 'log' | 'commands' | 'answers' | 'stops' | 'pictures'

/** Notifications between the processes of one account. */
export interface Notices {
  /** Sends the notification soon; several calls may result in a single one. */
  send(notice: Notice): void
  /**
   * Calls the listener for each notification from any process, including this one. Returns the unsubscribe function.
   */
  listen(notice: Notice, onNotice: () => void): () => void
}

/** Notifications over a connection of their own; a lost connection is reopened without affecting the callers. */
export interface OpenNotices extends Notices {
  /**
   * Channel of PostgreSQL below which each kind has its own, so that a statement can send one itself; null for another
   * bus.
   */
  readonly channel: string | null
  close(): Promise<void>
}

/** State of the connection that carries notifications; the reason when it is lost. */
export type BusState =
  | { readonly isUp: true; readonly server: string }
  | { readonly isUp: false; readonly fault: string }

/** Answer to a request of a gateway. */
interface RequestAnswer {
  readonly id: string
  readonly body: string
}

/** A request of a gateway to the active engine. */
export interface GatewayRequest extends RequestAnswer {
  /** Session of the requesting user; null if no permission is needed. */
  readonly sessionId: string | null
}

/** Requests of one gateway. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface RequestOutbox {
  /** Sends a request, which an engine may take for two seconds by the clock of the store, and notifies the engine. */
  send(request: GatewayRequest): Promise<void>
  /** Returns and deletes the responses received so far. */
  receive(): Promise<RequestAnswer[]>
  /** Withdraws a request; false when an engine has taken it, or the store has lost it. */
  withdraw(id: string): Promise<boolean>
}

/** A request taken by the active engine. */
export interface TakenRequest {
  /** Order of arrival. A crash of the store may assign a number again, but no ID. */
  readonly number: string
  readonly id: string
  readonly body: string
  /**
   * User of the session according to the store, with the roles on the account; null when there is none, or when the
   * session has ended or the user's rights were revoked.
   */
  readonly user: { readonly id: string; readonly roles: readonly string[] } | null
}

/** Answer to a taken request. */
export type TakenAnswer = Pick<TakenRequest, 'number' | 'id' | 'body'>

/** Requests of all gateways. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface RequestInbox {
  /** Returns the waiting requests, oldest first, each only once to one engine; none when the epoch has no lease. */
  take(epoch: number): Promise<TakenRequest[]>
  /** Stores answers and notifies the gateways. */
  answer(answers: readonly TakenAnswer[]): Promise<void>
  /** Returns whether a gateway has been alive within the last ten seconds. */
  hasGateways(): Promise<boolean>
}

/** Kinds of state the engine publishes in addition to the journal: its own state, or the reports of the monitor. */
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
  /** Returns the publications that are newer than a version, and notes the report of this gateway, which is alive. */
  readAfter(version: number, gateway: GatewayReport): Promise<Publication[]>
}

/** All accounts of the store. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface FleetStore {
  /** Publishes the summary of an account; has no effect when the epoch has no lease. */
  report(account: string, epoch: number, summary: AccountSummary): Promise<void>
  /** Records that the standby on this host follows the account and has copied its log to `batch`. */
  noteStandby(account: string, host: string, batch: number): Promise<void>
  /** Returns the accounts sorted by name, excluding those that were moved out. */
  read(): Promise<FleetEntry[]>
  /** Returns one account; undefined when the store has none with this name, or it was moved out. */
  find(account: string): Promise<FleetEntry | undefined>
}

/** Quota of one caller: `requests` in any period of `windowMs`. */
export interface CallerQuota {
  /** Caller and quota. */
  readonly key: string
  readonly requests: number
  readonly windowMs: number
}

/** Requests of one caller at one gateway, and the reservation of further ones. */
export interface QuotaTurn extends CallerQuota {
  /** Identifies the reservation of the gateway; never used for another one. */
  readonly holder: string
  /** Reserved requests that were used since the last turn; the newest of them at this age. */
  readonly used: number
  readonly usedAgeMs: number
  /** Reserved requests that the gateway gives back. */
  readonly returned: number
  /** Requests to count now. */
  readonly waiting: number
  /** Requests to reserve, if enough are left. */
  readonly ahead: number
}

export interface QuotaCount {
  /** Number of the waiting requests that are within the quota. */
  readonly granted: number
  /** Number of requests that were added to the reservation. */
  readonly reserved: number
  /** False when the earlier reservation had ended before this turn; all of it has then been counted. */
  readonly isHeld: boolean
  /** Number of requests that are neither used nor reserved. */
  readonly left: number
  /** Number of requests that other gateways have reserved. */
  readonly elsewhere: number
  /** Time until the oldest counted request leaves the window. */
  readonly resetMs: number
}

/** Requests of one caller at all gateways, as stored. `counted` and the reservations together never exceed the quota. */
export interface QuotaWindow {
  /** Time and number of counted requests, oldest first. */
  readonly counted: readonly (readonly [atMs: number, requests: number])[]
  readonly reserved: readonly QuotaReservation[]
}

interface QuotaReservation {
  readonly holder: string
  readonly requests: number
  readonly untilMs: number
}

/** Applies a turn to the window of its caller, null if there is none, at the time of the store. */
export type CountTurn = (window: QuotaWindow | null, turn: QuotaTurn, nowMs: number) => CountedTurn

interface CountedTurn {
  readonly window: QuotaWindow
  readonly count: QuotaCount
  /** Time after which the window is empty. */
  readonly endsAtMs: number
}

/** Request counts shared by all gateways. */
export interface QuotaStore {
  /**
   * Executes turns of different callers by `countTurn`, each exactly once, and returns a count for each in their order.
   * Rejects with a `StoreFailure` when it is uncertain whether they took effect.
   */
  count(turns: readonly QuotaTurn[], countTurn: CountTurn): Promise<QuotaCount[]>
}
