import { HOUR_MS } from '../../../core/instant.ts'
import type { VenueFill, VenueFunding } from '../../../domain/order/venue-report.ts'
import type { ClearingStore, StoredAccount, StoredOrder } from '../clearing/clearing-store.ts'
import { isOpen } from '../clearing/working-order.ts'

/** Records kept of each kind; beyond twice as many the older ones are dropped, unless they are of the last hour. */
const RECENT_MAX = 256

/** Creates a store in memory that forgets what nobody asks for any more, so that an account may trade for years. */
export const createRecentStore = (): ClearingStore => {
  let account: StoredAccount | undefined
  const orders = new Map<string, StoredOrder>()
  let fills: VenueFill[] = []
  let funding: VenueFunding[] = []
  return {
    readAccount: () => account,
    readOpenOrders: () => [...orders.values()].filter(isOpen).map((order) => ({ ...order })),
    commit(changes) {
      account = changes.account
      for (const order of changes.orders) orders.set(order.venueClientId, { ...order })
      fills.push(...changes.fills)
      funding.push(...changes.funding)
      fills = recent(fills, ({ executedAtMs }) => executedAtMs)
      funding = recent(funding, ({ settledAtMs }) => settledAtMs)
      forgetEnded(orders)
    },
    findOrder: (venueClientId) => orders.get(venueClientId),
    readFills: (venueClientId) => fills.filter((fill) => fill.venueClientId === venueClientId),
    fillsSince: (sinceMs) => fills.filter(({ executedAtMs }) => executedAtMs >= sinceMs),
    fundingSince: (sinceMs) => funding.filter(({ settledAtMs }) => settledAtMs >= sinceMs),
  }
}

const recent = <T>(records: T[], atMs: (record: T) => number): T[] => {
  const newest = records.at(-1)
  if (records.length <= 2 * RECENT_MAX || newest === undefined) return records
  const fromMs = atMs(newest) - HOUR_MS
  return records.filter((record, index) => index >= records.length - RECENT_MAX || atMs(record) >= fromMs)
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
