/**
 * Effect of an order on the position of its symbol if it is filled: the position before and after, and the applicable
 * limits.
 */

import { divideRounded } from '../../core/decimal.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import { type OrderTerms, sideSign } from '../order/order.ts'
import { type Holder, type Position, signedQuantity } from './position.ts'

/** Effect of an order on its symbol's position if it is completely filled at its worst price. */
export interface PositionEffect {
  readonly kind: EffectKind
  /** Affected lifecycle; null when the order opens one. */
  readonly positionId: string | null
  readonly before: PositionOutline
  readonly after: PositionOutline
  /** Limits in USDT at the current equity; null when not configured or unknown. */
  readonly limits: { readonly lossAtStop: string | null; readonly totalLossAtStop: string | null }
  /** True when the order transfers a position from autotrading to the person. */
  readonly takesOver: boolean
  /** Summary in one or two sentences. */
  readonly summary: string
}

/** Effect of an order on its symbol's position; NONE when it is reduce-only and there is no position to reduce. */
export type EffectKind = 'OPENS' | 'INCREASES' | 'REDUCES' | 'CLOSES' | 'REVERSES' | 'NONE'

/** Position of a symbol before or after an order. Prices, quantities and USDT amounts are decimal strings. */
export interface PositionOutline {
  readonly holder: Holder | null
  /** Signed: positive is long. */
  readonly quantity: string
  readonly entryPrice: string | null
  readonly stopLoss: string | null
  /** Worst-case loss of the position at its stop, including costs and working orders; null while unknown. */
  readonly lossAtStop: string | null
  /** Worst-case loss of all positions together. */
  readonly totalLossAtStop: string | null
}

/** Returns the maximum quantity the exchange would fill: a reduce-only order never fills more than the position. */
export const fillableQuantity = (position: Position | undefined, { side, quantity, reduceOnly }: OrderTerms): Lots => {
  if (!reduceOnly) return quantity
  const before = signedQuantity(position)
  return before * sideSign(side) < 0 ? lots(Math.min(quantity, Math.abs(before))) : lots(0)
}

/** Returns the signed quantity and cost of a position if the fillable quantity of an order were filled at one price. */
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
