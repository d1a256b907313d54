import type { VenueFill, VenueFunding } from '../../../domain/order/venue-report.ts'
import type { ClearingStore, StoredAccount, StoredOrder } from './clearing-store.ts'
import { isOpen } from './working-order.ts'

/** Remembers as long as it lives; what is opened over it again finds what was committed. */
export const createMemoryStore = (): ClearingStore => {
  let account: StoredAccount | undefined
  const orders = new Map<string, StoredOrder>()
  const fills: VenueFill[] = []
  const funding: VenueFunding[] = []
  return {
    readAccount: () => account,
    readOpenOrders: () => [...orders.values()].filter(isOpen).map((order) => ({ ...order })),
    commit(changes) {
      account = changes.account
      for (const order of changes.orders) orders.set(order.venueClientId, { ...order })
      fills.push(...changes.fills)
      funding.push(...changes.funding)
    },
    findOrder: (venueClientId) => orders.get(venueClientId),
    readFills: (venueClientId) => fills.filter((fill) => fill.venueClientId === venueClientId),
    fillsSince: (sinceMs) => fills.filter(({ executedAtMs }) => executedAtMs >= sinceMs),
    fundingSince: (sinceMs) => funding.filter(({ settledAtMs }) => settledAtMs >= sinceMs),
  }
}
