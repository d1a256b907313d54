/** Changes of an order by the facts about it. */

import { assert, assertNever } from '../../core/assert.ts'
import type { Order } from '../../domain/order/order.ts'
import {
  abandonedOn,
  cancelRequestedOn,
  provenAbsentOn,
  rejectedOn,
  replacedByOn,
  reportOn,
  resentOn,
  uncertainOn,
  vanishedOn,
} from '../../domain/order/transition.ts'
import type { LedgerFact } from '../model/facts.ts'

/** Returns an order after a fact about it. */
export const nextOrder = (order: Order, fact: OrderFact): Order => {
  const { atMs } = fact
  switch (fact.kind) {
    case 'orderReported': {
      const reported = reportOn(order, fact.report, atMs)
      assert(reported.kind === 'applied', `a report of ${order.orderId} was recorded that does not apply`)
      return reported.order
    }
    case 'orderRejected':
      return rejectedOn(order, fact.reason, atMs)
    case 'orderUncertain':
      return uncertainOn(order, fact.reason, fact.provenDeadAtMs, atMs)
    case 'orderProvenAbsent':
      return provenAbsentOn(order, atMs)
    case 'orderAbandoned':
      return abandonedOn(order, fact.reason, atMs)
    case 'orderResent':
      return resentOn(order, fact.signedAtMs, atMs)
    case 'cancelRequested':
      return cancelRequestedOn(order, atMs)
    case 'orderVanished':
      return vanishedOn(order, atMs)
    case 'amendmentRequested':
      return replacedByOn(order, fact.amendment.orderId, atMs)
    case 'amendmentEnded':
      return replacedByOn(order, null, atMs)
    default:
      return assertNever(fact)
  }
}

/** A fact that changes a known order. */
export type OrderFact = Extract<LedgerFact, { kind: keyof typeof ORDER_FACTS }>

const ORDER_FACTS = {
  orderReported: true,
  orderRejected: true,
  orderUncertain: true,
  orderProvenAbsent: true,
  orderAbandoned: true,
  orderResent: true,
  cancelRequested: true,
  orderVanished: true,
  amendmentRequested: true,
  amendmentEnded: true,
} satisfies Partial<Record<LedgerFact['kind'], true>>

/** Returns whether a fact changes a known order. */
export const isOrderFact = (fact: LedgerFact): fact is OrderFact => Object.hasOwn(ORDER_FACTS, fact.kind)
