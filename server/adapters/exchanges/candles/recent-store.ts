import { HOUR_MS } from '../../../core/instant.ts'
import { type ClearingStore, createMemoryStore, type StoredOrder } from '../clearing/clearing-store.ts'
import { isOpen } from '../clearing/working-order.ts'

/**
 * Creates an in-memory store of the built-in exchange's orders, fills and funding that drops old records, so that
 * memory stays bounded over years of backtested trading.
 */
export const createRecentStore = (): ClearingStore =>
  createMemoryStore(({ orders, fills, funding }) => {
    removeOld(fills, ({ executedAtMs }) => executedAtMs)
    removeOld(funding, ({ settledAtMs }) => settledAtMs)
    forgetEnded(orders)
  })

/**
 * Number of recent records of each kind that are retained; beyond twice that number, older records are dropped, except
 * those of the last hour.
 */
const RECENT_MAX = 256

const removeOld = <T>(records: T[], atMs: (record: T) => number): void => {
  const newest = records.at(-1)
  if (records.length <= 2 * RECENT_MAX || newest === undefined) return
  const fromMs = atMs(newest) - HOUR_MS
  const recent = records.filter((record, index) => index >= records.length - RECENT_MAX || atMs(record) >= fromMs)
  records.splice(0, records.length, ...recent)
}

const forgetEnded = (orders: Map<string, StoredOrder>): void => {
  if (orders.size <= 2 * RECENT_MAX) return
  let surplus = orders.size - RECENT_MAX
  for (const [id, order] of orders) {
    if (surplus <= 0) return
    if (isOpen(order)) continue
    orders.delete(id)
    surplus--
  }
}
