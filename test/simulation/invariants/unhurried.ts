import type { Instant } from '../../../server/core/instant.ts'
import type { Order } from '../../../server/domain/order/order.ts'
import { decidedToIncrease } from './decided.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I2 and I12: risk-increasing orders are sent within the rate limit, and never twice at the same moment. */
export const unhurried = (evidence: Evidence): Invariant => {
  const { ordersPerSecond, ordersPerMinute, duplicateWindowMs } = evidence.constitution.limits
  const before: SentOrder[] = []
  const within = (atMs: Instant, windowMs: number): SentOrder[] =>
    before.filter(({ order: { createdAtMs } }) => createdAtMs <= atMs && createdAtMs > atMs - windowMs)

  const haste = (order: Order): string[] => {
    const { createdAtMs } = order
    const inSecond = within(createdAtMs, 1_000).length + 1
    const inMinute = within(createdAtMs, 60_000).length + 1
    const twin = within(createdAtMs, duplicateWindowMs ?? 0).find(
      (other) => other.increases && isSame(other.order, order),
    )
    return [
      ...(inSecond > (ordersPerSecond ?? 0) ? [`order ${inSecond} of its second`] : []),
      ...(inMinute > (ordersPerMinute ?? 0) ? [`order ${inMinute} of its minute`] : []),
      ...(twin ? [`the same order as ${twin.order.venueClientId}`] : []),
    ]
  }

  return {
    onFact(fact) {
      if (fact.kind !== 'orderDecided' || fact.decision.verdict !== 'APPROVED') return
      const order = decidedToIncrease(evidence, fact)
      if (order) for (const fault of haste(order)) evidence.violate('I2', `${order.venueClientId} was sent as ${fault}`)
      before.push({ order: fact.order, increases: order !== undefined })
      if (before.length > REMEMBERED) before.shift()
    },
  }
}

interface SentOrder {
  readonly order: Order
  /** True when it may open; an order that opens does not repeat one that only reduces. */
  readonly increases: boolean
}

/** Number of remembered orders, above the maximum sent in a minute. */
const REMEMBERED = 2_000

const isSame = (a: Order, b: Order): boolean =>
  a.origin === b.origin &&
  a.terms.type === 'LIMIT' &&
  b.terms.type === 'LIMIT' &&
  a.terms.symbol === b.terms.symbol &&
  a.terms.side === b.terms.side &&
  a.terms.quantity === b.terms.quantity &&
  a.terms.price === b.terms.price
