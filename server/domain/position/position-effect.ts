/** Effect of an order on the position of its symbol if it is filled: the position before and after, and the limits. */

import { divideRounded } from '../../core/decimal.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import { type OrderTerms, sideSign } from '../order/order.ts'
import { type Holder, type Position, signedQuantity } from './position.ts'

/** An order's effect on the position of its symbol if all of it is filled at its worst price. */
export interface PositionEffect {
  readonly kind: EffectKind
  /** The lifecycle it acts on; null when it opens one. */
  readonly positionId: string | null
  readonly before: PositionOutline
  readonly after: PositionOutline
  /** Limits in USDT at the present equity; null when not configured or unknown. */
  readonly limits: { readonly lossAtStop: string | null; readonly totalLossAtStop: string | null }
  /** True when a position of autotrading becomes the person's. */
  readonly takesOver: boolean
  /** Summary in one or two sentences. */
  readonly summary: string
}

/** Effect of an order on its symbol's position; NONE when it only reduces and there is nothing to reduce. */
export type EffectKind = 'OPENS' | 'INCREASES' | 'REDUCES' | 'CLOSES' | 'REVERSES' | 'NONE'

/** The position of a symbol at one side of an order. Prices, quantities and USDT are decimal text. */
export interface PositionOutline {
  readonly holder: Holder | null
  /** Signed: positive is long. */
  readonly quantity: string
  readonly entryPrice: string | null
  readonly stopLoss: string | null
  /** Loss of the position at its stop at worst, costs and working orders included; null while it is not known. */
  readonly lossAtStop: string | null
  /** The same for all positions together. */
  readonly totalLossAtStop: string | null
}

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
