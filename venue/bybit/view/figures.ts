/** Numbers and names as the Bybit API prints them. */

import { createHash } from 'node:crypto'
import { type Decimal, divideRounded, printDecimal } from '../../../server/core/decimal.ts'
import { MONEY_SCALE, type Money, printMoney, toMoney } from '../../../server/domain/account/money.ts'
import { type Instrument, type Lots, type Ticks, toNotional } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import type { OrderNames } from '../../exchange/account/account-book.ts'
import { printPrice } from '../../exchange/market/figures.ts'

/** Prints an amount without trailing zeros. */
export const plainMoney = (money: Money): string => withoutZeros(printMoney(money))

/** A rate without the zeros at its end. */
export const plainRate = (rate: Decimal): string => plainMoney(toMoney(rate))

/** Price times quantity, summed up in tick·lots, without the zeros at its end. */
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

/** A price, or nothing. */
export const priceOrNothing = (instrument: Instrument, price: Ticks | null | undefined): string =>
  price === null || price === undefined ? '' : printPrice(instrument, price)

/** Prints the ratio of two amounts to the given digits; zero for a divisor of zero. */
export const plainPart = (part: Money, whole: Money, digits = 4): string => {
  if (whole === 0n) return '0'
  return withoutZeros(printDecimal({ units: divideRounded(part * 10n ** BigInt(digits), whole), scale: digits }))
}

export const sideName = (side: Side): 'Buy' | 'Sell' => (side === 'BUY' ? 'Buy' : 'Sell')

/**
 * Derives the wire ids of orders and executions: a UUID from this account and the number assigned by the exchange,
 * stable across restarts. Orders are version 4, executions version 5, as on the real exchange.
 */
const toUuid = (kind: 4 | 5, text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${kind}${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The name of an order by its number. */
export const orderName = (uid: string, orderId: string): string => toUuid(4, `${uid} order ${orderId}`)

/** Returns the id an order is published under: its own, or the ID of the order it replaced. */
export const nameOfOrder = (uid: string, { record, orderId }: OrderNames): string =>
  record.bybit?.replaces ?? orderName(uid, orderId)

/** The name of an execution or of a payment. */
export const executionName = (uid: string, execId: string): string => toUuid(5, `${uid} execution ${execId}`)

/** The name of a trade of the market. */
export const tradeName = (symbol: string, tradeId: string): string => toUuid(5, `${symbol} trade ${tradeId}`)
