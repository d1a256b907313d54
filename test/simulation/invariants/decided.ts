import type { Order } from '../../../server/domain/order/order.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import type { Evidence } from './invariant.ts'

/** Returns the order a fact sends, when it increases risk; an order recorded too late was never sent. */
export const decidedToIncrease = ({ isBelated }: Evidence, fact: Fact): Order | undefined =>
  fact.kind === 'orderDecided' && !isBelated && fact.decision.verdict === 'APPROVED' && !fact.order.terms.reduceOnly
    ? fact.order
    : undefined
