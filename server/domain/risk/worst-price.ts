import type { Ticks } from '../market/instrument.ts'
import type { OrderTerms } from '../order/order.ts'
import type { RiskView } from './risk-view.ts'

/** The price an order may cost at worst: its own, its trigger's, or the mark. */
export const worstPrice = (terms: OrderTerms, { mark }: Pick<RiskView, 'mark'>): Ticks | null =>
  terms.price ?? terms.trigger?.price ?? mark
