import { createHash } from 'node:crypto'
import type { OrderNames } from '../../exchange/account/account-book.ts'

/**
 * Derives the wire ids of orders and executions: UUID text made of this account and the number assigned by the
 * exchange, so that it is the same after a restart. Orders are version 4, executions version 5, as on the real
 * exchange.
 */
const toUuid = (kind: 4 | 5, text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${kind}${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The name of an order by its number. */
export const orderName = (uid: string, orderId: string): string => toUuid(4, `${uid} order ${orderId}`)

/** The name an order is shown by: its own, or that of the order whose place it took. */
export const nameOfOrder = (uid: string, { record, orderId }: OrderNames): string =>
  record.bybit?.replaces ?? orderName(uid, orderId)

/** The name of an execution or of a payment. */
export const executionName = (uid: string, execId: string): string => toUuid(5, `${uid} execution ${execId}`)

/** The name of a trade of the market. */
export const tradeName = (symbol: string, tradeId: string): string => toUuid(5, `${symbol} trade ${tradeId}`)
