/** Formats of the Bybit API: numbers without trailing zeros, side names, and UUIDs of orders, executions and trades. */

import { createHash } from 'node:crypto'
import { type Decimal, divideRounded, printDecimal } from '../../../server/core/decimal.ts'
import { MONEY_SCALE, type Money, printMoney, toMoney } from '../../../server/domain/account/money.ts'
import { type Instrument, type Lots, type Ticks, toNotional } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import type { OrderNames } from '../../exchange/account/account-book.ts'
import { printPrice } from '../../exchange/market/figures.ts'

/** Prints an amount without trailing zeros. */
export const plainMoney = (money: Money): string => withoutZeros(printMoney(money))

/** Prints a rate without trailing zeros. */
export const plainRate = (rate: Decimal): string => plainMoney(toMoney(rate))

/** Prints a value given in tick·lots (price ticks times lots), without trailing zeros. */
export const plainQuote = (instrument: Instrument, tickLots: bigint): string =>
  withoutZeros(printDecimal(toNotional(instrument, tickLots)))

const withoutZeros = (text: string): string => text.replace(/\.?0+$/, '')

/** Prints the mean price of a quantity, to eight digits; empty for no quantity. */
export const plainAverage = (instrument: Instrument, tickLots: bigint, quantity: Lots): string => {
  if (quantity === 0) return ''
  const { step } = instrument.price
  const scaled = tickLots * step.units * 10n ** BigInt(MONEY_SCALE)
  return plainMoney(divideRounded(scaled, BigInt(quantity) * 10n ** BigInt(step.scale)))
}

/** Prints a price; empty when it is missing. */
export const priceOrNothing = (instrument: Instrument, price: Ticks | null | undefined): string =>
  price === null || price === undefined ? '' : printPrice(instrument, price)

/** Prints the ratio of two amounts to the given digits; zero for a divisor of zero. */
export const plainPart = (part: Money, whole: Money, digits = 4): string => {
  if (whole === 0n) return '0'
  return withoutZeros(printDecimal({ units: divideRounded(part * 10n ** BigInt(digits), whole), scale: digits }))
}

export const sideName = (side: Side): 'Buy' | 'Sell' => (side === 'BUY' ? 'Buy' : 'Sell')

/**
 * Derives a UUID from the account and the number assigned by the exchange, stable across restarts. Orders are version
 * 4, executions version 5, as on the real exchange.
 */
const toUuid = (kind: 4 | 5, text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${kind}${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the UUID of an order. */
export const orderName = (uid: string, orderId: string): string => toUuid(4, `${uid} order ${orderId}`)

/** Returns the ID an order is published under: its own, or the ID of the order it replaced. */
export const nameOfOrder = (uid: string, { record, orderId }: OrderNames): string =>
  record.bybit?.replaces ?? orderName(uid, orderId)

/** Returns the UUID of an execution or a funding payment. */
export const executionName = (uid: string, execId: string): string => toUuid(5, `${uid} execution ${execId}`)

/** Returns the UUID of a market trade. */
export const tradeName = (symbol: string, tradeId: string): string => toUuid(5, `${symbol} trade ${tradeId}`)
