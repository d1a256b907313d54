import type { DatabaseSync } from 'node:sqlite'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { OrderStatus } from '../../../domain/order/order.ts'
import type { FlowOrder } from '../../../domain/order/order-flow.ts'
import type { TradingStore } from '../../../views/ports.ts'

/**
 * Creates the query that summarises our sent orders of a period, in order of creation. Orders that were not sent count
 * towards the limit too, so that the time of a page is bounded.
 */
export const orderFlow = (database: DatabaseSync): TradingStore['findFlow'] => {
  const members = `json_extract(body, ${MEMBERS.map((path) => `'${path}'`).join(', ')})`
  const select = database.prepare(
    `SELECT created_ms, order_id, symbol, status,
       CASE WHEN origin <> 'EXTERNAL' AND status <> 'DENIED' THEN ${members} END AS members
     FROM orders WHERE (created_ms, order_id) > (:atMs, :id) AND created_ms < :toMs
     ORDER BY created_ms, order_id LIMIT :limit`,
  )
  return ({ fromMs, toMs, after, limit }) => {
    const rows = select.all({ ...(after ?? { atMs: fromMs, id: '' }), toMs, limit })
    const last = rows.length < limit ? undefined : rows.at(-1)
    return {
      orders: rows.filter(({ members }) => members !== null).map(flowOrder),
      next: last ? { atMs: Number(last.created_ms), id: String(last.order_id) } : null,
    }
  }
}

type Members = [
  number,
  FlowOrder['type'],
  FlowOrder['timeInForce'],
  FlowOrder['purpose'],
  number,
  number,
  number | null,
  number | null,
  number,
  string,
  number | null,
]

/** The members of a stored order that are counted, read from its body in one pass. */
const MEMBERS = [
  '$.updatedAtMs',
  '$.terms.type',
  '$.terms.timeInForce',
  '$.purpose',
  '$.terms.quantity',
  '$.filled',
  '$.terms.price',
  '$.terms.trigger.price',
  '$.dispatch.attempts',
  '$.dispatch.state',
  '$.dispatch.signedAtMs',
]

const flowOrder = (row: Record<string, unknown>): FlowOrder => {
  const members = JSON.parse(String(row.members)) as Members
  const [updatedAtMs, type, timeInForce, purpose, quantity, filled, price, trigger, attempts, state, signedAtMs] =
    members
  return {
    createdAtMs: Number(row.created_ms),
    updatedAtMs,
    symbol: String(row.symbol),
    type,
    timeInForce,
    purpose,
    status: String(row.status) as OrderStatus,
    quantity: lots(quantity),
    filled: lots(filled),
    price: ticks(price ?? trigger ?? 0),
    attempts,
    wasUncertain: state === 'RESOLVED',
    signedAtMs,
  }
}
