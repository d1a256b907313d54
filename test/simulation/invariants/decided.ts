import type { Order } from '../../../server/domain/order/order.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import type { Evidence } from './invariant.ts'

/** The order a fact lets out, when it is one that increases; what is written too late has never left. */
export const decidedToIncrease = ({ isBelated }: Evidence, fact: Fact): Order | undefined =>
  fact.kind === 'orderDecided' && !isBelated && fact.decision.verdict === 'APPROVED' && !fact.order.terms.reduceOnly
    ? fact.order
    : undefined
