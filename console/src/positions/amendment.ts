/** Amendments of orders in the console: which orders can be amended, the request, and its faults. */

import type { components } from '@plimsoll/client'
import { getSign, isAmount, isMultiple, multiplyDecimals, subtractDecimals } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { isCancellable, type Order } from './orders.ts'

/** Returns whether the order can be amended: an open order that a user placed, with a price. */
export const isAmendable = (order: Order): boolean =>
  order.origin === 'API' && isCancellable(order) && getPrice(order) !== null

export type AmendRequest = components['schemas']['AmendRequest']

/** Returns the price that an amendment changes: the limit, or the trigger of a conditional order. */
export const getPrice = ({ price, triggerPrice }: Pick<Order, 'price' | 'triggerPrice'>): string | null =>
  price ?? triggerPrice

/** Price and total size as entered. */
export interface AmendedFields {
  readonly price: string
  readonly qty: string
}

/** Returns the request with the changed fields; undefined without a change. */
export const amendRequest = (order: Order, { price, qty }: AmendedFields): AmendRequest | undefined => {
  const request = {
    ...(isOther(price, getPrice(order)) && (order.triggerPrice === null ? { price } : { triggerPrice: price })),
    ...(isOther(qty, order.qty) && { qty }),
  }
  return Object.keys(request).length === 0 ? undefined : request
}

const isOther = (written: string, present: string | null): boolean =>
  !isAmount(written) || present === null || getSign(subtractDecimals(written, present)) !== 0

/** Returns the fault of the entered fields as a sentence; undefined if there is none. */
export const amendFault = (order: Order, { price, qty }: AmendedFields): string | undefined => {
  const { tickSize, lotSize } = order.instrument
  if (!isAmount(price) || !isMultiple(price, tickSize)) {
    return t('Enter a price above 0, in steps of {tickSize}.', { tickSize })
  }
  if (!isAmount(qty) || !isMultiple(qty, lotSize)) return t('Enter a size above 0, in steps of {lotSize}.', { lotSize })
  return getSign(subtractDecimals(qty, order.filledQty)) > 0
    ? undefined
    : t('The size must be larger than the {filledQty} already filled.', {
        filledQty: formatToStep(order.filledQty, lotSize),
      })
}

/** Describes the amendment as an action: "Change price to 60,000.0 and size to 0.02". */
export const describeAmendment = ({ instrument }: Order, { price, triggerPrice, qty }: AmendRequest): string => {
  const parts = [
    ...(price === undefined ? [] : [t('price to {price}', { price: formatToStep(price, instrument.tickSize) })]),
    ...(triggerPrice === undefined
      ? []
      : [t('trigger to {triggerPrice}', { triggerPrice: formatToStep(triggerPrice, instrument.tickSize) })]),
    ...(qty === undefined ? [] : [t('size to {qty}', { qty: formatToStep(qty, instrument.lotSize) })]),
  ]
  return t('Change {parts}', { parts: parts.join(t(' and ')) })
}

/** Returns the notional of the rest of the order at a price, in USDT. */
export const notionalAt = ({ remainingQty }: Pick<Order, 'remainingQty'>, price: string): string =>
  multiplyDecimals(remainingQty, price)

/**
 * Returns a warning that the order would not rest at this price, because the mark price is already beyond it; undefined
 * if it would rest or the mark price is unknown.
 */
export const crossingWarning = (order: Order, price: string, markPrice: string | null): string | undefined => {
  if (markPrice === null || !isAmount(price)) return undefined
  const { side, type, timeInForce } = order
  const waitsAbove = type === 'LIMIT' || type === 'TAKE_PROFIT_MARKET' ? side === 'SELL' : side === 'BUY'
  const beyond = waitsAbove ? subtractDecimals(price, markPrice) : subtractDecimals(markPrice, price)
  if (getSign(beyond) > 0) return undefined
  if (type !== 'LIMIT') return t('At this price it would trigger immediately and be rejected.')
  return timeInForce === 'POST_ONLY'
    ? t('At this price it would execute immediately and be rejected.')
    : t('At this price it would execute immediately.')
}
