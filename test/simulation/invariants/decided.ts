import type { Order } from '../../../server/domain/order/order.ts'
import type { Fact } from '../../../server/engine/facts.ts'

/** The order a fact lets out, when it is one that increases. */
export const decidedToIncrease = (fact: Fact): Order | undefined =>
  fact.kind === 'orderDecided' && fact.decision.verdict === 'APPROVED' && !fact.order.terms.reduceOnly
    ? fact.order
    : undefined
