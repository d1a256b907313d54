/** Worst-case exposure of a symbol and of the account with a candidate and all working orders filled. */

import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, lots, type Ticks, ticks } from '../market/instrument.ts'
import type { Candidate, OrderTerms } from '../order/order.ts'
import type { RiskView } from './risk-view.ts'

/** Returns the value of a quantity; null when the price or quantity is not a whole number. */
export const valueOrNull = (instrument: Instrument, price: number, quantity: number): Money | null =>
  Number.isSafeInteger(price) && Number.isSafeInteger(quantity)
    ? valueAt(instrument, ticks(price), lots(quantity))
    : null

/**
 * Returns the symbol's worst-case exposure with every working and unknown order filled and valued at the mark price,
 * and the candidate at its own price if that is higher.
 */
export const symbolExposure = ({ terms }: Candidate, view: RiskView): Money | null => {
  const { instrument, mark, exposure } = view
  const price = worstPrice(terms, view)
  if (mark === null || price === null) return null
  const added = terms.reduceOnly ? 0 : terms.quantity
  const long = terms.side === 'BUY' ? exposure.worstLong + added : exposure.worstLong
  const short = terms.side === 'SELL' ? exposure.worstShort - added : exposure.worstShort
  const atMark = valueOrNull(instrument, mark, Math.max(Math.abs(long), Math.abs(short)))
  const excess = valueOrNull(instrument, Math.max(0, price - mark), added)
  return atMark === null || excess === null ? null : atMark + excess
}

/** Returns the worst-case exposure of all symbols, including the candidate. */
export const grossExposure = (candidate: Candidate, view: RiskView): Money | null => {
  const symbol = symbolExposure(candidate, view)
  return symbol === null ? null : symbol + view.exposure.otherSymbolsWorst
}

/** Returns an amount as a share of equity: null while the equity is unknown, infinite when it is used up. */
export const shareOfEquity = (part: Money | null, equity: Money | null): number | null => {
  if (part === null || equity === null) return null
  return equity > 0n ? Number(part) / Number(equity) : Number.POSITIVE_INFINITY
}

/** Returns the price an order is valued at: its limit price, its trigger price, or the mark price. */
export const worstPrice = (terms: OrderTerms, { mark }: Pick<RiskView, 'mark'>): Ticks | null =>
  terms.price ?? terms.trigger?.price ?? mark
