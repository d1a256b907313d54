import type { Instant } from '../../../server/core/instant.ts'
import type { Order } from '../../../server/domain/order/order.ts'
import { decidedToIncrease } from './decided.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I2 and I12: risk-increasing orders are sent within the rate limit, and never twice at the same moment. */
export const unhurried = (evidence: Evidence): Invariant => {
  const { ordersPerSecond, ordersPerMinute, duplicateWindowMs } = evidence.constitution.limits
  const before: Order[] = []
  const within = (atMs: Instant, windowMs: number): Order[] =>
    before.filter(({ createdAtMs }) => createdAtMs <= atMs && createdAtMs > atMs - windowMs)

  const haste = (order: Order): string[] => {
    const { createdAtMs } = order
    const inSecond = within(createdAtMs, 1_000).length + 1
    const inMinute = within(createdAtMs, 60_000).length + 1
    const twin = within(createdAtMs, duplicateWindowMs ?? 0).find((other) => isSame(other, order))
    return [
      ...(inSecond > (ordersPerSecond ?? 0) ? [`order ${inSecond} of its second`] : []),
      ...(inMinute > (ordersPerMinute ?? 0) ? [`order ${inMinute} of its minute`] : []),
      ...(twin ? [`the same order as ${twin.venueClientId}`] : []),
    ]
  }

  return {
    onFact(fact) {
      if (fact.kind !== 'orderDecided' || fact.decision.verdict !== 'APPROVED') return
      const order = decidedToIncrease(evidence, fact)
      if (order) for (const fault of haste(order)) evidence.violate('I2', `${order.venueClientId} was sent as ${fault}`)
      before.push(fact.order)
      if (before.length > REMEMBERED) before.shift()
    },
  }
}

/** Number of remembered orders, above the maximum sent in a minute. */
const REMEMBERED = 2_000

/** An order that opens does not repeat one that only reduces. */
const isSame = (a: Order, b: Order): boolean =>
  a.origin === b.origin &&
  a.terms.reduceOnly === b.terms.reduceOnly &&
  a.terms.type === 'LIMIT' &&
  b.terms.type === 'LIMIT' &&
  a.terms.symbol === b.terms.symbol &&
  a.terms.side === b.terms.side &&
  a.terms.quantity === b.terms.quantity &&
  a.terms.price === b.terms.price
