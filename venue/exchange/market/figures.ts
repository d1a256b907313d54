/**
 * Formats of market data at the precision of an instrument: prices, quantities, daily statistics and order book levels.
 */

import { type Decimal, divideRounded, printDecimal, rescale } from '../../../server/core/decimal.ts'
import { DAY_MS, type Instant } from '../../../server/core/instant.ts'
import { priceToMoney, printMoney, toMoney } from '../../../server/domain/account/money.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import { type Instrument, type Lots, type Ticks, ticks, toNotional } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { Level } from '../../../server/domain/market/order-book.ts'

/** Minimum number of fraction digits of a price, also for coarser ticks. */
const PRICE_DIGITS_MIN = 2

/** Returns the number of decimals of an instrument's prices. */
export const pricePrecision = ({ price }: Instrument): number => Math.max(PRICE_DIGITS_MIN, price.step.scale)

export const quantityPrecision = ({ quantity }: Instrument): number => quantity.step.scale

/** Prints a price with the digits of the price precision. */
export const printPrice = (instrument: Instrument, at: Ticks): string => {
  const { step } = instrument.price
  const price = { units: BigInt(at) * step.units, scale: step.scale }
  return printDecimal(rescale(price, pricePrecision(instrument)))
}

/** Prints a price with eight digits, as mark and index prices are. */
export const printLongPrice = (instrument: Instrument, at: Ticks): string => printMoney(priceToMoney(instrument, at))

/** Prints a quantity with the digits of the lot size. */
export const printQuantity = ({ quantity }: Instrument, amount: number): string => quantity.print(amount)

/** Prints a value given in tick·lots (price ticks times lots). */
export const printQuote = (instrument: Instrument, tickLots: bigint): string =>
  printDecimal(toNotional(instrument, tickLots))

const AVERAGE_SCALE = 5

/** Prints the mean price of a quantity, to five digits; zero for no quantity. */
export const printAverage = (instrument: Instrument, tickLots: bigint, quantity: Lots): string => {
  if (quantity === 0) return printDecimal({ units: 0n, scale: AVERAGE_SCALE })
  const { step } = instrument.price
  const scaled = tickLots * step.units * 10n ** BigInt(AVERAGE_SCALE)
  return printDecimal({
    units: divideRounded(scaled, BigInt(quantity) * 10n ** BigInt(step.scale)),
    scale: AVERAGE_SCALE,
  })
}

/** Prints a rate with eight digits. */
export const printRate = (rate: Decimal): string => printMoney(toMoney(rate))

/** Statistics of the last 24 hours, as in the ticker and its stream; undefined until the first trade. */
export const dayFigures = (entry: InstrumentMarket, atMs: Instant) => {
  const { instrument, lastTrade } = entry
  const day = entry.day.summary(formingCandle(entry.candles, '1m'))
  if (!day) return undefined
  const last = lastTrade?.price ?? day.close
  const count = day.tradeCount ?? 0
  const lastId = Number(lastTrade?.tradeId ?? -1)
  return {
    change: signed(instrument.price.print(Math.abs(last - day.open)), last - day.open),
    changePercent: ((last / day.open - 1) * 100).toFixed(3),
    average: printAverage(instrument, day.turnover, day.volume),
    last: printPrice(instrument, last),
    lastQuantity: printQuantity(instrument, lastTrade?.quantity ?? 0),
    open: printPrice(instrument, day.open),
    high: printPrice(instrument, ticks(Math.max(day.high, last))),
    low: printPrice(instrument, ticks(Math.min(day.low, last))),
    volume: printQuantity(instrument, day.volume),
    turnover: printQuote(instrument, day.turnover),
    openTime: Math.max(day.openMs, atMs - DAY_MS),
    closeTime: lastTrade?.tradedAtMs ?? atMs,
    firstId: lastId < 0 ? -1 : Math.max(0, lastId - count + 1),
    lastId,
    count,
  }
}

const signed = (amount: string, sign: number): string => (sign < 0 ? `-${amount}` : amount)

/** Returns one side of an order book as strings. */
export const levels = (instrument: Instrument, side: readonly Level[]): (readonly [string, string])[] =>
  side.map(({ price, quantity }) => [printPrice(instrument, price), printQuantity(instrument, quantity)])
