/** SQLite table of our orders: its statement, rows and queries. */

import type { DatabaseSync } from 'node:sqlite'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { Instant } from '../../../core/instant.ts'
import type { Order } from '../../../domain/order/order.ts'
import { isWorking } from '../../../domain/order/transition.ts'
import type { OrderQuery, TradingCounts } from '../../../views/ports.ts'
import { type Condition, readPage, where } from './page.ts'
import type { Row, Writes } from './rows.ts'
import { createStatements } from './statements.ts'

/** Queries of our orders. */
export interface OrderTable {
  find(orderId: string): Order | undefined
  findPage(query: OrderQuery): Order[]
  countSince(sinceMs: Instant): Pick<TradingCounts, 'decided' | 'sent'>
}

export const ORDER_WRITES: Writes = {
  orders: `INSERT INTO orders (order_id, created_ms, symbol, status, open, origin, client_order_id, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (order_id) DO UPDATE SET status = excluded.status, open = excluded.open, body = excluded.body`,
}

/** Returns the row of an order in its current state; `body` is its JSON, if it already exists. */
export const orderRow = (order: Order, body = writeExact(order)): Row => {
  const { orderId, createdAtMs, terms, status, origin, clientOrderId } = order
  const open = isWorking(status) ? 1 : 0
  return ['orders', orderId, createdAtMs, terms.symbol, status, open, origin, clientOrderId, body]
}

export const orderTable = (database: DatabaseSync): OrderTable => {
  const prepared = createStatements(database)
  const select = database.prepare('SELECT body FROM orders WHERE order_id = ?')
  const count = database.prepare(
    `SELECT COUNT(*) AS decided, COALESCE(SUM(status <> 'DENIED'), 0) AS sent
     FROM orders WHERE created_ms >= ? AND origin <> 'EXTERNAL'`,
  )
  return {
    find(orderId) {
      const row = select.get(orderId)
      return row && parseOrder(row.body)
    },
    findPage: (query) =>
      readPage(prepared, { table: 'orders', at: 'created_ms', id: 'order_id' }, query, toConditions(query)).map(
        parseOrder,
      ),
    countSince(sinceMs) {
      const row = count.get(sinceMs)
      return { decided: Number(row?.decided), sent: Number(row?.sent) }
    },
  }
}

/** `+` keeps SQLite from scanning a symbol's whole history when only its open orders, always few, are requested. */
const toConditions = ({ symbol, statuses, open, clientOrderId, origin }: OrderQuery): Condition[] => [
  ...where(open ? '+symbol = ?' : 'symbol = ?', symbol),
  ...where('client_order_id = ?', clientOrderId),
  ...where('origin = ?', origin),
  ...where('status IN (SELECT value FROM json_each(?))', statuses && JSON.stringify(statuses)),
  ...(open === null ? [] : [{ sql: open ? 'open = 1' : 'open = 0' }]),
]

const parseOrder = (body: unknown): Order => readExact(String(body)) as Order
