import type { Instant } from '../../../server/core/instant.ts'
import { lots } from '../../../server/domain/market/instrument.ts'
import type { AccountRecords, StoredOrder, WireStore } from '../ports.ts'
import {
  type AccountBook,
  addFill,
  addFunding,
  addOrder,
  nothingBooked,
  ORDERS_MAX,
  type WireOrder,
} from './account-book.ts'
import type { WireRecord } from './wire-record.ts'

/**
 * Restores the account book of the local exchange from its committed state; stored requests of orders that were never
 * accepted are deleted.
 */
export const restoreBook = (book: AccountBook, records: AccountRecords, store: WireStore): void => {
  forgetAll(book, records)
  for (const record of store.readRecords(ORDERS_MAX)) {
    const stored = records.findOrder(record.key)
    if (stored) addOrder(book, restoreOrder(record, stored))
    else store.removeRecord(record.key)
  }
  bookInOrder(book, records)
}

/** Books executions in order, and funding in between by time, as it applies to the position held then. */
const bookInOrder = (book: AccountBook, { fillsSince, fundingSince }: AccountRecords): void => {
  const payments = fundingSince(0)
  let next = 0
  const settleUntil = (atMs: Instant): void => {
    for (let paid = payments[next]; paid && paid.settledAtMs <= atMs; paid = payments[++next]) addFunding(book, paid)
  }
  for (const fill of fillsSince(0)) {
    settleUntil(fill.executedAtMs)
    addFill(book, fill)
  }
  settleUntil(Number.POSITIVE_INFINITY)
}

const forgetAll = (book: AccountBook, { openingBalance }: AccountRecords): void => {
  for (const map of [book.orders, book.open, book.keyOfOrder, book.keyOfAlgo, book.keyOfClient, book.positions])
    map.clear()
  book.fills.length = 0
  book.funding.length = 0
  book.wallet = openingBalance
}

/** Returns the original request with its later changes applied. */
const amendedRecord = (record: WireRecord, { terms }: StoredOrder): WireRecord =>
  record.type === 'LIMIT' ? { ...record, price: terms.price, quantity: terms.quantity } : record

/** Returns an order as stored; one that has vanished appears as cancelled, without an actor. */
const restoreOrder = (written: WireRecord, stored: StoredOrder): WireOrder => {
  const record = amendedRecord(written, stored)
  const untriggered = record.algoId !== null && stored.filled === 0 && stored.status !== 'TRIGGERED'
  return {
    record,
    orderId: stored.exchangeOrderId,
    status: stored.vanished ? 'CANCELED' : stored.status,
    filled: stored.filled,
    tickLots: 0n,
    booked: nothingBooked(),
    quantity: record.closePosition ? lots(untriggered ? 0 : stored.allowed) : record.quantity,
    reason: stored.reason,
    triggeredAtMs: untriggered ? 0 : record.algoId === null ? 0 : stored.atMs,
    updatedAtMs: stored.atMs,
  }
}
