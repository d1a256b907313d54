import { lots } from '../../domain/market/instrument.ts'
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

/** Fills the book with what the exchange has committed; a record it knows no order of was never accepted, and goes. */
export const restoreBook = (book: AccountBook, records: AccountRecords, store: WireStore): void => {
  forgetAll(book, records)
  for (const record of store.readRecords(ORDERS_MAX)) {
    const stored = records.findOrder(record.key)
    if (stored) addOrder(book, orderOf(record, stored))
    else store.removeRecord(record.key)
  }
  for (const { book: enter } of movements(book, records)) enter()
}

/** Executions and funding in the order they happened; funding goes by the position that was there. */
const movements = (book: AccountBook, { fillsSince, fundingSince }: AccountRecords) =>
  [
    ...fundingSince(0).map((paid) => ({ atMs: paid.settledAtMs, book: () => addFunding(book, paid) })),
    ...fillsSince(0).map((fill) => ({ atMs: fill.executedAtMs, book: () => void addFill(book, fill) })),
  ].sort((a, b) => a.atMs - b.atMs)

const forgetAll = (book: AccountBook, { openingBalance }: AccountRecords): void => {
  for (const map of [book.orders, book.open, book.keyOfOrder, book.keyOfAlgo, book.keyOfClient, book.positions])
    map.clear()
  book.fills.length = 0
  book.funding.length = 0
  book.wallet = openingBalance
}

/** An order as the store has it; one that has vanished shows as cancelled by nobody. */
const orderOf = (record: WireRecord, stored: StoredOrder): WireOrder => {
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
