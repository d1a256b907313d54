import { orderIdsIn } from '../../engine/state/batch.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import type { LosslessSource } from '../source.ts'
import { getItems, itemsJson, newestPage, newsJson } from './items-json.ts'

/** Working orders of a snapshot at most; the newest are kept. */
const ORDERS_MAX = 200

const WORKING = { symbols: null, statuses: null, open: true, clientOrderId: null, origin: null } as const

/** The working orders, then every order a fact is about. */
export const ordersSource = (trading: Pick<TradingViews, 'order' | 'orders'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(trading.orders({ ...WORKING, ...newestPage(ORDERS_MAX) })), nowMs),
  onFacts(facts, nowMs) {
    const ids = new Set(facts.flatMap(orderIdsIn))
    return newsJson(
      [...ids].flatMap((orderId) => trading.order(orderId) ?? []),
      nowMs,
    )
  },
})
