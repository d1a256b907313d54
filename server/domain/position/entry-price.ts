import { type Decimal, divideRounded } from '../../core/decimal.ts'
import { MONEY_SCALE, type Money } from '../account/money.ts'
import type { Instrument, Lots } from '../market/instrument.ts'
import { directionSign, type Position } from './position.ts'

/** The average price the open quantity was entered at, to eight digits; zero when nothing is open. */
export const computeEntryPrice = (
  instrument: Instrument,
  { cost, quantity }: Pick<Position, 'cost' | 'quantity'>,
): Decimal => perUnit(instrument, cost, { quantity, rate: 1n, one: 1n })

/**
 * The price at which closing what is open leaves the whole lifecycle without profit or loss: what it has realised, paid
 * in fees and funding and will pay to close as taker are in it. To eight digits; zero when nothing is open.
 */
export const computeBreakEvenPrice = (instrument: Instrument, position: Position, takerFeeRate: Decimal): Decimal => {
  const { cost, feesPaid, funding, realizedPnl, quantity } = position
  const sign = BigInt(directionSign(position))
  const one = 10n ** BigInt(takerFeeRate.scale)
  const needed = cost + sign * (feesPaid - funding - realizedPnl)
  return perUnit(instrument, needed, { quantity, rate: one - sign * takerFeeRate.units, one })
}

/** `value / (quantity · rate / one)`, in USDT a base unit. */
const perUnit = (
  { quantity: { step } }: Instrument,
  value: Money,
  { quantity, rate, one }: { readonly quantity: Lots; readonly rate: bigint; readonly one: bigint },
): Decimal => {
  if (quantity === 0) return { units: 0n, scale: MONEY_SCALE }
  const units = divideRounded(value * 10n ** BigInt(step.scale) * one, BigInt(quantity) * step.units * rate)
  return { units, scale: MONEY_SCALE }
}
