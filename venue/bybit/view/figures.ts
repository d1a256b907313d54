import { type Decimal, divideRounded, printDecimal } from '../../../server/core/decimal.ts'
import { MONEY_SCALE, type Money, printMoney, toMoney } from '../../../server/domain/account/money.ts'
import { type Instrument, type Lots, type Ticks, toNotional } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import { printPrice } from '../../exchange/market/figures.ts'

/** An amount without the zeros at its end. */
export const plainMoney = (money: Money): string => withoutZeros(printMoney(money))

/** A rate without the zeros at its end. */
export const plainRate = (rate: Decimal): string => plainMoney(toMoney(rate))

/** Price times quantity, summed up in tick·lots, without the zeros at its end. */
export const plainQuote = (instrument: Instrument, tickLots: bigint): string =>
  withoutZeros(printDecimal(toNotional(instrument, tickLots)))

const withoutZeros = (text: string): string => text.replace(/\.?0+$/, '')

/** The mean price of so many lots, to eight digits; nothing of nothing. */
export const plainAverage = (instrument: Instrument, tickLots: bigint, quantity: Lots): string => {
  if (quantity === 0) return ''
  const { step } = instrument.price
  const scaled = tickLots * step.units * 10n ** BigInt(MONEY_SCALE)
  return plainMoney(divideRounded(scaled, BigInt(quantity) * 10n ** BigInt(step.scale)))
}

/** A price, or nothing. */
export const priceOrNothing = (instrument: Instrument, price: Ticks | null | undefined): string =>
  price === null || price === undefined ? '' : printPrice(instrument, price)

/** A part of an amount, to so many digits; zero of nothing. */
export const plainPart = (part: Money, whole: Money, digits = 4): string => {
  if (whole === 0n) return '0'
  return withoutZeros(printDecimal({ units: divideRounded(part * 10n ** BigInt(digits), whole), scale: digits }))
}

export const sideName = (side: Side): 'Buy' | 'Sell' => (side === 'BUY' ? 'Buy' : 'Sell')
