import type { Ticks } from '../../../domain/market/instrument.ts'
import type { OrderTerms, TriggerBy } from '../../../domain/order/order.ts'
import type { Book } from './clearing.ts'

/** The latest of the price a trigger is compared with; null while it was not seen. */
export const priceBy = ({ mark, last, index }: Pick<Book, 'mark' | 'last' | 'index'>, by: TriggerBy): Ticks | null => {
  if (by === 'MARK') return mark
  return by === 'LAST' ? last : index
}

/** Stops wait for the price to go against them, take-profits for it to come their way; reaching the trigger is enough. */
export const isCrossed = ({ type, side, trigger }: OrderTerms, price: Ticks): boolean => {
  if (trigger === null) return false
  const upwards = (type === 'STOP_MARKET') === (side === 'BUY')
  return upwards ? price >= trigger.price : price <= trigger.price
}
