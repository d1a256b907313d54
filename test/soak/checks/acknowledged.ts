import type { Json, Sent } from '../../support/order-stream.ts'
import type { Finding, SettledBooks } from './settled-books.ts'

/** Final states of orders that need not exist at the exchange. */
const NEVER_THERE: readonly string[] = ['DENIED', 'REJECTED', 'NEVER_ACCEPTED', 'CANCELED', 'EXPIRED']
const OPEN_TO_DOUBT = /^PENDING|UNKNOWN$/

/**
 * I1: every order confirmed to a caller is in the ledger under its ID, its outcome is known, and it is at the exchange
 * when the platform reports it there. A key has one response and at most one order.
 */
export const acknowledged = ({ venue, engine, sent }: SettledBooks): Finding[] => {
  const byId = new Map<string, Json>(engine.orders.map((order) => [order.orderId, order]))
  const there = new Set(venue.orders.map(({ clientId }) => clientId))
  const keyed = Map.groupBy(engine.orders, ({ clientOrderId }) => clientOrderId)
  return sent.flatMap((one) => [
    ...checkFate(one, byId, there),
    ...one.contradictions.map((answer) => ({
      promise: 'I11',
      words: `the key ${one.key} has two answers`,
      observed: { first: one.answer, later: answer },
    })),
    ...((keyed.get(one.key)?.length ?? 0) > 1
      ? [{ promise: 'I11', words: `the key ${one.key} has made two orders`, observed: keyed.get(one.key) }]
      : []),
  ])
}

export const isAcknowledged = ({ answer }: Sent): boolean => answer?.status === 201 || answer?.status === 202

const checkFate = (sent: Sent, byId: ReadonlyMap<string, Json>, there: ReadonlySet<string>): Finding[] => {
  if (!isAcknowledged(sent)) return []
  const { orderId } = JSON.parse(sent.answer?.text ?? '{}')
  if (!orderId) return []
  const order = byId.get(orderId)
  if (!order) return [{ promise: 'I1', words: `${orderId} was acknowledged but is not in the ledger`, observed: sent }]
  if (OPEN_TO_DOUBT.test(order.status)) {
    return [{ promise: 'I1', words: `the outcome of ${orderId} is unknown: ${order.status}`, observed: order }]
  }
  const mustBeThere = !NEVER_THERE.includes(order.status) || Number(order.filledQty) > 0
  if (there.has(order.venueClientId) || !mustBeThere) return []
  return [{ promise: 'I1', words: `${orderId} is ${order.status}, and the exchange does not have it`, observed: order }]
}
