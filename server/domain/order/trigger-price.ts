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

/**
 * Returns whether a trigger waits for a price rise: stops on a move against them, take-profits on one in their favour.
 */
export const waitsForRise = ({ type, side }: Pick<OrderTerms, 'type' | 'side'>): boolean =>
  (type === 'STOP_MARKET') === (side === 'BUY')

/** Reaching the trigger is enough. */
export const isCrossed = (terms: OrderTerms, price: Ticks): boolean => {
  const { trigger } = terms
  if (trigger === null) return false
  return waitsForRise(terms) ? price >= trigger.price : price <= trigger.price
}
