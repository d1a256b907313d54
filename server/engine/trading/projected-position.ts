import { divideRounded } from '../../core/decimal.ts'
import { type Money, valueAt } from '../../domain/account/money.ts'
import { type Instrument, lots, type Ticks } from '../../domain/market/instrument.ts'
import { type OrderTerms, signOf } from '../../domain/order/order.ts'
import { type Position, signedQuantity } from '../../domain/position/position.ts'

/** Signed quantity and cost of a position if an order were filled whole at one price. */
export const projectedPosition = (
  position: Position | undefined,
  terms: OrderTerms,
  { instrument, price }: { readonly instrument: Instrument; readonly price: Ticks },
): { quantity: number; cost: Money } => {
  const before = signedQuantity(position)
  const after = before + signOf(terms.side) * terms.quantity
  const costBefore = position?.cost ?? 0n
  if (after === 0) return { quantity: 0, cost: 0n }
  if (before === 0 || Math.sign(before) === signOf(terms.side)) {
    return { quantity: after, cost: costBefore + valueAt(instrument, price, terms.quantity) }
  }
  if (Math.sign(after) !== Math.sign(before)) {
    return { quantity: after, cost: valueAt(instrument, price, lots(Math.abs(after))) }
  }
  const kept = divideRounded(costBefore * BigInt(Math.abs(after)), BigInt(Math.abs(before)))
  return { quantity: after, cost: kept }
}
