/** Changes of an order by the facts about it. */

import { assert, assertNever } from '../../core/assert.ts'
import type { Order } from '../../domain/order/order.ts'
import {
  abandonedOn,
  cancelRequestedOn,
  provenAbsentOn,
  rejectedOn,
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
    default:
      return assertNever(fact)
  }
}

type OrderFact = Extract<
  LedgerFact,
  {
    kind:
      | 'orderReported'
      | 'orderRejected'
      | 'orderUncertain'
      | 'orderProvenAbsent'
      | 'orderAbandoned'
      | 'orderResent'
      | 'cancelRequested'
      | 'orderVanished'
  }
>
