import type { Ticks } from '../market/instrument.ts'
import type { OrderTerms, TriggerBy } from './order.ts'

/** The prices a trigger may be compared with, each the latest; null while it was not seen. */
export interface TriggerPrices {
  readonly mark: Ticks | null
  readonly last: Ticks | null
  readonly index: Ticks | null
}

export const priceBy = ({ mark, last, index }: TriggerPrices, by: TriggerBy): Ticks | null => {
  if (by === 'MARK') return mark
  return by === 'LAST' ? last : index
}

/** Whether a trigger waits for the price to rise: stops for it to go against them, take-profits for it to come their way. */
export const waitsForRise = ({ type, side }: Pick<OrderTerms, 'type' | 'side'>): boolean =>
  (type === 'STOP_MARKET') === (side === 'BUY')

/** Reaching the trigger is enough. */
export const isCrossed = (terms: OrderTerms, price: Ticks): boolean => {
  const { trigger } = terms
  if (trigger === null) return false
  return waitsForRise(terms) ? price >= trigger.price : price <= trigger.price
}
