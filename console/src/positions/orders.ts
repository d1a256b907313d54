/** Orders in the console: states that allow or forbid an action, labels, and slippage against the requested price. */

import type { components } from '@plimsoll/client'
import { divideDecimals, multiplyDecimals, subtractDecimals } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/** Returns whether the exchange has not acknowledged the order yet. */
export const isUnconfirmed = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 'PENDING_NEW' || status === 'OUTCOME_UNKNOWN'

export type Order = components['schemas']['Order']

/** Returns whether the order is the stop or target of a position: it can be moved, not cancelled. */
export const isProtection = ({ purpose }: Pick<Order, 'purpose'>): boolean =>
  purpose === 'STOP_LOSS' || purpose === 'TAKE_PROFIT'

/** Returns whether the order can be cancelled: not while it is being sent or executed. */
export const isCancellable = (order: Pick<Order, 'status' | 'purpose'>): boolean =>
  ['NEW', 'UNTRIGGERED', 'PARTIALLY_FILLED'].includes(order.status) && !isProtection(order)

export const PURPOSES: Readonly<Record<Order['purpose'], string>> = {
  ENTRY: t('entry'),
  EXIT: t('exit'),
  STOP_LOSS: t('position stop'),
  TAKE_PROFIT: t('position target'),
  CLOSE: t('close'),
  FLATTEN: t('flatten'),
  EXTERNAL: t('external'),
}

export const ORIGINS: Readonly<Record<Order['origin'], string>> = {
  API: t('API or console'),
  AUTOTRADING: t('autotrading'),
  GUARDIAN: t('guardian'),
  EMERGENCY_STOP: t('emergency stop'),
  HOST: t('host'),
  EXTERNAL: t('external source'),
}

/** Returns the order as a string: "BUY 0.002 BTCUSDT". */
export const inWords = ({
  side,
  qty,
  symbol,
  instrument,
}: Pick<Order, 'side' | 'qty' | 'symbol' | 'instrument'>): string =>
  `${side} ${formatToStep(qty, instrument.lotSize)} ${symbol}`

/** Returns the requested price, when the order names one. */
const getRequestedPrice = ({ price, triggerPrice }: Pick<Order, 'price' | 'triggerPrice'>): string | null =>
  price ?? triggerPrice

/** Returns the slippage against the requested price, in basis points; negative is better. Undefined without a price. */
export const slippageBps = (
  order: Pick<Order, 'side' | 'price' | 'triggerPrice' | 'avgFillPrice'>,
): string | undefined => {
  const requestedPrice = getRequestedPrice(order)
  if (requestedPrice === null || order.avgFillPrice === null) return undefined
  const worse =
    order.side === 'BUY'
      ? subtractDecimals(order.avgFillPrice, requestedPrice)
      : subtractDecimals(requestedPrice, order.avgFillPrice)
  return divideDecimals(multiplyDecimals(worse, '10000'), requestedPrice)
}
