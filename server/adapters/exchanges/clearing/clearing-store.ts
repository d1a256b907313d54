/** Storage of the built-in exchange: the interface of a store, its records, and an implementation in memory. */

import type { Instant } from '../../../core/instant.ts'
import type { Money } from '../../../domain/account/money.ts'
import type { VenueFill, VenueFunding } from '../../../domain/order/venue-report.ts'
import { isOpen, type WorkingOrder } from './working-order.ts'

/** Durable storage of the account. Committed data is available whenever the store is opened again. */
export interface ClearingStore {
  /** Returns the account; undefined until the first commit. */
  readAccount(): StoredAccount | undefined
  /** Returns the open orders in order of arrival. */
  readOpenOrders(): StoredOrder[]
  /**
   * Writes all changes in one durable transaction; throws a `StoreFailure` when they cannot be written, and writes
   * none. A returned promise resolves when they are durable, or rejects with the failure. Commits do not overlap.
   */
  commit(changes: ClearingChanges): void | PromiseLike<void>
  findOrder(venueClientId: string): StoredOrder | undefined
  readFills(venueClientId: string): VenueFill[]
  /** Returns the fills executed at or after `sinceMs`, oldest first. */
  fillsSince(sinceMs: Instant): VenueFill[]
  fundingSince(sinceMs: Instant): VenueFunding[]
}

export type StoredOrder = Readonly<WorkingOrder>

/** Account state of the exchange in one instrument. */
export interface StoredPosition {
  readonly symbol: string
  /** Positive for long. */
  readonly quantity: number
  readonly cost: Money
  /** Current funding rate as a decimal string, and the time of its settlement; null until published. */
  readonly fundingRate: string | null
  readonly nextFundingAtMs: Instant | null
  readonly fundingIntervalMs: number | null
  /** Last executed settlement; missing in accounts written by earlier versions. */
  readonly fundingSettledToMs?: Instant | undefined
}

/** The account without its orders and executions. */
export interface StoredAccount {
  readonly openingBalance: Money
  readonly walletBalance: Money
  /** Total paid by the insurance fund to keep the wallet from going below zero. */
  readonly insurance: Money
  readonly nextOrder: bigint
  readonly nextExecution: bigint
  readonly positions: readonly StoredPosition[]
}

/** Changes of one turn; an order replaces its earlier version. */
export interface ClearingChanges {
  readonly account: StoredAccount
  readonly orders: readonly StoredOrder[]
  readonly fills: readonly VenueFill[]
  readonly funding: readonly VenueFunding[]
}

/** Records of a store in memory. */
export interface MemoryRecords {
  readonly orders: Map<string, StoredOrder>
  readonly fills: VenueFill[]
  readonly funding: VenueFunding[]
}

/**
 * Creates a store in memory; an exchange reopened on it reads the committed data. `forget` is called after each commit
 * and may remove records.
 */
export const createMemoryStore = (forget: (records: MemoryRecords) => void = () => {}): ClearingStore => {
  let account: StoredAccount | undefined
  const records: MemoryRecords = { orders: new Map(), fills: [], funding: [] }
  const { orders, fills, funding } = records
  return {
    readAccount: () => account,
    readOpenOrders: () => [...orders.values()].filter(isOpen).map((order) => ({ ...order })),
    commit(changes) {
      account = changes.account
      for (const order of changes.orders) orders.set(order.venueClientId, { ...order })
      fills.push(...changes.fills)
      funding.push(...changes.funding)
      forget(records)
    },
    findOrder: (venueClientId) => orders.get(venueClientId),
    readFills: (venueClientId) => fills.filter((fill) => fill.venueClientId === venueClientId),
    fillsSince: (sinceMs) => newestWhile(fills, ({ executedAtMs }) => executedAtMs >= sinceMs),
    fundingSince: (sinceMs) => newestWhile(funding, ({ settledAtMs }) => settledAtMs >= sinceMs),
  }
}

/** Returns the records at the end that match, in their order. */
const newestWhile = <T>(records: readonly T[], matches: (record: T) => boolean): T[] =>
  records.slice(records.findLastIndex((record) => !matches(record)) + 1)
