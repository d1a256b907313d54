import { divideRounded } from '../../core/decimal.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import { type OrderTerms, sideSign } from '../order/order.ts'
import { type Position, signedQuantity } from './position.ts'

/** Returns the maximum quantity the exchange would fill: an order that only reduces fills no more than the position. */
export const fillableQuantity = (position: Position | undefined, { side, quantity, reduceOnly }: OrderTerms): Lots => {
  if (!reduceOnly) return quantity
  const before = signedQuantity(position)
  return before * sideSign(side) < 0 ? lots(Math.min(quantity, Math.abs(before))) : lots(0)
}

/** Signed quantity and cost of a position if all that can be filled of an order were filled at one price. */
export const projectedPosition = (
  position: Position | undefined,
  terms: OrderTerms,
  { instrument, price }: { readonly instrument: Instrument; readonly price: Ticks },
): { quantity: number; cost: Money } => {
  const before = signedQuantity(position)
  const filled = fillableQuantity(position, terms)
  const after = before + sideSign(terms.side) * filled
  const costBefore = position?.cost ?? 0n
  if (after === 0) return { quantity: 0, cost: 0n }
  if (before === 0 || Math.sign(before) === sideSign(terms.side)) {
    return { quantity: after, cost: costBefore + valueAt(instrument, price, filled) }
  }
  if (Math.sign(after) !== Math.sign(before)) {
    return { quantity: after, cost: valueAt(instrument, price, lots(Math.abs(after))) }
  }
  const remainingCost = divideRounded(costBefore * BigInt(Math.abs(after)), BigInt(Math.abs(before)))
  return { quantity: after, cost: remainingCost }
}
