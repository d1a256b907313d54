/** Interfaces of the stores that the views read: orders, positions, account history, signals and entries. */

import type { Id } from '../core/id.ts'
import type { Instant, TimeRange } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import type { ControlState } from '../domain/control/control-state.ts'
import type { OwnConduct } from '../domain/microstructure/own-conduct.ts'
import type { Order, OrderStatus, Origin } from '../domain/order/order.ts'
import type { FlowOrder } from '../domain/order/order-flow.ts'
import type { VenueFunding } from '../domain/order/venue-report.ts'
import type { TrialDay } from '../domain/performance/trial-record.ts'
import type { Fill, Position } from '../domain/position/position.ts'
import type { Grade } from '../domain/signal/edge/compute-edge.ts'
import type { ConsideredEntry, Decision } from '../engine/model/facts.ts'
import type { Page, SignalHistory, StoredSignal } from '../engine/model/ports.ts'

/** An entry of the account history. */
export type AccountEntry =
  | { readonly kind: 'fill'; readonly fill: Fill }
  | {
      readonly kind: 'funding'
      readonly funding: VenueFunding
      readonly positionId: string | null
      readonly exploratory?: true
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

export interface EquitySample {
  readonly atMs: Instant
  readonly equity: Money
  readonly walletBalance: Money
  readonly unrealizedPnl: Money
}

/** A state of the engine, and when it was entered. */
export interface StateEntered {
  readonly state: ControlState
  readonly atMs: Instant
}

/** A change in the wallet balance without a trade of ours. */
export interface WalletAdjustment {
  readonly atMs: Instant
  readonly difference: Money
}

/** Queries over the transactions of the journal, newest first. */
export interface TradingStore {
  findOrder(orderId: string): Order | undefined
  findOrders(query: OrderQuery): Order[]
  findPosition(positionId: string): Position | undefined
  /** Finds positions, sorted by time of opening. */
  findPositions(query: Page & { readonly symbol: string | null }): Position[]
  /** Finds account entries, sorted by time of execution. */
  findAccountEntries(query: AccountQuery): AccountEntry[]
  findDecision(decisionId: string): Decision | undefined
  /** Returns the last states the engine entered, newest first. */
  findStates(limit: number): StateEntered[]
  /** Finds at most `limit` samples within the range, evenly thinned, oldest first. */
  findEquity(range: { readonly fromMs: Instant; readonly toMs: Instant; readonly limit: number }): EquitySample[]
  /** Returns every correction of the wallet to the exchange's balance, oldest first. */
  findAdjustments(): WalletAdjustment[]
  /** Finds an idempotency key of the last 24 hours; `answer` is null while none has been recorded. */
  findAnswer(scope: string, sinceMs: Instant): StoredAnswer | undefined
  /** Counts the trading activity since an instant. */
  countSince(sinceMs: Instant): TradingCounts
  /** Returns summaries of our orders sent within a period, oldest first. */
  findFlow(query: FlowQuery): FlowPage
  /** Counts the idempotency keys stored since an instant. */
  countKeys(sinceMs: Instant): number
  /** Counts our own conduct in a period that could be mistaken for abuse. */
  countConduct(range: TimeRange): OwnConduct
}

interface FlowQuery extends TimeRange {
  /** End of the previous page; null for the first one. */
  readonly after: FlowPage['next']
  /** Maximum number of orders that are read, including those that were never sent. */
  readonly limit: number
}

export interface FlowPage {
  readonly orders: readonly FlowOrder[]
  /** End of this page; null after the last one. A page may be empty although more follow. */
  readonly next: { readonly atMs: Instant; readonly id: string } | null
}

export interface EntryQuery extends Page {
  readonly symbol: string | null
  /** Leading strategy. */
  readonly strategyId: string | null
  /** True: became an order; false: was refused; null: both. */
  readonly ordered: boolean | null
  /** Gate that refused the entry. */
  readonly gateId: string | null
}

/** Entries refused by the same gates, in order of their IDs. */
export interface RefusedEntries {
  readonly gates: readonly string[]
  readonly count: number
}

/** Grade of an entry, and the outcome of its signal. */
export interface GradedEntry {
  readonly candidateId: Id<'cnd'>
  readonly atMs: Instant
  readonly grade: Grade
  /** Null when the gates refused it. */
  readonly orderId: Id<'ord'> | null
  /** Net result in R, tracked whether the signal was traded or not; null while it is open or if it was lost. */
  readonly netR: number | null
}

/** Number of a strategy's signals, number of those with an outcome, and the close of its last bar. */
export interface SignalCount {
  readonly signals: number
  readonly outcomes: number
  readonly lastMs: Instant | null
}

/** Signals, their outcomes, and the candidates. */
export interface SignalStore extends SignalHistory {
  findSignal(signalId: string): StoredSignal | undefined
  /** Returns the newest signal of every series, newest first. */
  findNewest(): StoredSignal[]
  /** Returns the daily outcomes of every followed strategy, which are never deleted. */
  findTrialDays(fromMs: Instant): TrialDay[]
  /** Counts all strategies ever followed, by definition and timeframe. */
  countTrials(): number
  findEntries(query: EntryQuery): ConsideredEntry[]
  findEntry(candidateId: string): ConsideredEntry | undefined
  /** Finds abbreviated decisions, sorted by decision time, newest first. */
  findGraded(page: Page): GradedEntry[]
  /** Finds the sets of gates that refused entries since an instant. */
  findRefused(sinceMs: Instant): RefusedEntries[]
  countSince(sinceMs: Instant): { readonly signals: number; readonly candidates: number }
  /** Counts the signals of a strategy on bars that closed since an instant. */
  countSignals(strategyId: string, sinceMs: Instant): SignalCount
}

export interface TradingCounts {
  /** Number of our orders evaluated by the gates, and of those sent. */
  readonly decided: number
  readonly sent: number
  readonly fills: number
}

export interface StoredAnswer {
  readonly fingerprint: string
  readonly orderId: string | null
  readonly answer: { readonly status: number; readonly body: string } | null
}
