/** SQLite table of our orders: its statement, rows and queries. */

import type { DatabaseSync } from 'node:sqlite'
import { readExact, toWritten, writePlain } from '../../../core/exact-json.ts'
import type { Instant } from '../../../core/instant.ts'
import type { Order, OrderStatus } from '../../../domain/order/order.ts'
import { isWorking } from '../../../domain/order/transition.ts'
import type { OrderQuery, TradingCounts } from '../../../views/ports.ts'
import { type Condition, readPage, where } from './page.ts'
import type { Row, Writes } from './rows.ts'
import { createStatements, type Prepared } from './statements.ts'

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

/** Prints an order as `writeExact` does. */
export const printOrder = (order: Order): string => {
  const { filledTickLots, feesPaid } = order
  return writePlain({ ...order, filledTickLots: toWritten(filledTickLots), feesPaid: toWritten(feesPaid) })
}

/** Returns the row of an order in its current state; `body` is its JSON, if it already exists. */
export const orderRow = (order: Order, body = printOrder(order)): Row => {
  const { orderId, createdAtMs, terms, status, origin, clientOrderId } = order
  const open = isWorking(status) ? 1 : 0
  return ['orders', orderId, createdAtMs, terms.symbol, status, open, origin, clientOrderId, body]
}

export const orderTable = (database: DatabaseSync): OrderTable => {
  const prepared = createStatements(database)
  const select = database.prepare(SELECT)
  const count = database.prepare(
    `SELECT COUNT(*) AS decided, COALESCE(SUM(status <> 'DENIED'), 0) AS sent
     FROM orders WHERE created_ms >= ? AND origin <> 'EXTERNAL'`,
  )
  const findInGroups = createGroupSearch(prepared)
  return {
    find(orderId) {
      const row = select.get(orderId)
      return row && parseOrder(row.body)
    },
    findPage(query) {
      const { symbol, statuses, origin, open, clientOrderId } = query
      const isBySelection = (symbol ?? statuses ?? origin) !== null && !open && clientOrderId === null
      return isBySelection
        ? findInGroups(query)
        : readPage(prepared, LISTED, query, toConditions(query)).map((row) => parseOrder(row))
    },
    countSince(sinceMs) {
      const row = count.get(sinceMs)
      return { decided: Number(row?.decided), sent: Number(row?.sent) }
    },
  }
}

const LISTED = { table: 'orders', at: 'created_ms', id: 'order_id' }

interface OrderGroup {
  readonly status: OrderStatus
  readonly origin: string
  readonly symbol: string
}

/**
 * Creates the search by symbol, status and origin. Ended orders with the same status, origin and symbol are adjacent in
 * an index, so that a page is found without reading the orders that the filter excludes, however few match. Open
 * orders, always few, are not in it, because their status changes.
 */
const createGroupSearch = (prepared: Prepared): ((query: OrderQuery) => Order[]) => {
  /** Lists the groups of all symbols, or those that one symbol can have. */
  const listGroups = (only: string | null): OrderGroup[] => {
    const groups: OrderGroup[] = []
    for (;;) {
      const last = groups.at(-1)
      const row =
        (last && only === null && prepared(NEXT_SYMBOL).get(last.status, last.origin, last.symbol)) ||
        (last && prepared(NEXT_ORIGIN).get(last.status, last.origin)) ||
        prepared(NEXT_STATUS).get(last?.status ?? '')
      if (!row) return groups
      const symbol = only ?? String(row.symbol)
      groups.push({ status: row.status as OrderStatus, origin: String(row.origin), symbol })
    }
  }

  return (query) => {
    const { statuses, origin, symbol, open } = query
    const wanted = listGroups(symbol).filter(
      (group) => (statuses === null || statuses.includes(group.status)) && (origin === null || group.origin === origin),
    )
    const ended = wanted.flatMap((group) => readPage(prepared, ENDED_PLACES, query, toGroupConditions(group)))
    const working = open === null ? readPage(prepared, PLACES, query, toConditions({ ...query, open: true })) : []
    const page = [...ended, ...working]
      .map((row) => JSON.parse(String(row)) as Place)
      .toSorted(([aMs, a], [bMs, b]) => bMs - aMs || (a < b ? 1 : -1))
      .slice(0, query.limit)
    return page.map(([, orderId]) => parseOrder(prepared(SELECT).get(orderId)?.body))
  }
}

type Place = readonly [createdMs: number, orderId: string]

/** Time and ID of orders, which their indexes contain. */
const PLACES = { ...LISTED, body: 'json_array(created_ms, order_id)' }
const ENDED_PLACES = { ...PLACES, table: 'orders INDEXED BY orders_ended' }

const SELECT = 'SELECT body FROM orders WHERE order_id = ?'

/** Each finds the next group by one step in the index; a comparison of all three columns would read the whole group. */
const GROUPS = 'SELECT status, origin, symbol FROM orders INDEXED BY orders_ended WHERE open = 0'
const NEXT_SYMBOL = `${GROUPS} AND status = ? AND origin = ? AND symbol > ? ORDER BY symbol LIMIT 1`
const NEXT_ORIGIN = `${GROUPS} AND status = ? AND origin > ? ORDER BY origin, symbol LIMIT 1`
const NEXT_STATUS = `${GROUPS} AND status > ? ORDER BY status, origin, symbol LIMIT 1`

const toGroupConditions = ({ status, origin, symbol }: OrderGroup): Condition[] => [
  { sql: 'open = 0' },
  ...where('status = ?', status),
  ...where('origin = ?', origin),
  ...where('symbol = ?', symbol),
]

/**
 * `+` keeps SQLite from scanning the whole history of a symbol or status when only open orders, always few, or a single
 * one are requested.
 */
const toConditions = ({ symbol, statuses, open, clientOrderId, origin }: OrderQuery): Condition[] => [
  ...where(open ? '+symbol = ?' : 'symbol = ?', symbol),
  ...where('client_order_id = ?', clientOrderId),
  ...where('origin = ?', origin),
  ...where('+status IN (SELECT value FROM json_each(?))', statuses && JSON.stringify(statuses)),
  ...(open === null ? [] : [{ sql: open ? 'open = 1' : 'open = 0' }]),
]

const parseOrder = (body: unknown): Order => readExact(String(body)) as Order
