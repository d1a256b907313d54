/** Liquidation price and unrealised PnL of a cross-margined position. */

import { divideRounded, powerOfTen } from '../../core/decimal.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, lots, type Ticks } from '../market/instrument.ts'
import type { Bracket } from './brackets.ts'

/**
 * Returns the price at which a cross-margined position is liquidated if the other positions do not change, in 10^-8
 * USDT per base unit; null when no price can liquidate it. Binance's published formula, `(WB − TMM1 + UPNL1 + cum −
 * side·qty·entry) / (qty·MMR − side·qty)`, with the bracket that applies at that price.
 */
export const liquidationPrice = (position: CrossMargined): Money | null => {
  const { instrument, brackets, quantity } = position
  if (quantity === 0) return null
  const notional = liquidationNotional(position, brackets)
  if (notional.numerator <= 0n) return null
  const { units, scale } = instrument.quantity.step
  const baseUnits = BigInt(Math.abs(quantity)) * units
  const price = divideRounded(notional.numerator * powerOfTen(scale), notional.denominator * baseUnits)
  return price > 0n ? price : null
}

export interface CrossMargined {
  readonly instrument: Instrument
  readonly brackets: readonly Bracket[]
  /** Signed quantity in lots; positive is long. */
  readonly quantity: number
  /** Entry cost of the open quantity, positive. */
  readonly cost: Money
  readonly walletBalance: Money
  /** Maintenance margin of the account's other positions. */
  readonly otherMaintenance: Money
  /** Unrealised PnL of the account's other positions. */
  readonly otherUnrealized: Money
}

interface Fraction {
  readonly numerator: bigint
  /** Positive. */
  readonly denominator: bigint
}

/**
 * Finds the liquidation notional. Maintenance margin is continuous across brackets and the remaining equity monotone in
 * the notional, so the first bracket whose own solution is within its cap is the right one.
 */
const liquidationNotional = (position: CrossMargined, brackets: readonly Bracket[]): Fraction => {
  let answer: Fraction = { numerator: 0n, denominator: 1n }
  for (const bracket of brackets) {
    answer = notionalWithin(position, bracket)
    if (bracket.cap === null || answer.numerator <= bracket.cap * answer.denominator) return answer
  }
  return answer
}

/** Notional at which equity equals maintenance margin if this bracket's rate applied everywhere. */
const notionalWithin = (position: CrossMargined, { rate, cum }: Bracket): Fraction => {
  const side = position.quantity > 0 ? 1n : -1n
  const { walletBalance, otherMaintenance, otherUnrealized, cost } = position
  const one = powerOfTen(rate.scale)
  const numerator = (walletBalance - otherMaintenance + otherUnrealized + cum - side * cost) * one
  const denominator = rate.units - side * one
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator }
}

/** Returns the PnL of a position at a price, before fees. `quantity` is in lots, positive for long. */
export const unrealizedPnl = (instrument: Instrument, quantity: number, cost: Money, mark: Ticks): Money => {
  const gain = valueAt(instrument, mark, lots(Math.abs(quantity))) - cost
  return quantity < 0 ? -gain : gain
}
