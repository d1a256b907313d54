/** Descriptions of orders in words: the action before placing, and the outcome afterwards. */

import type { components } from '@plimsoll/client'
import { getSign } from '../figures/decimal.ts'
import { formatExact, formatToStep, formatUsdt } from '../figures/numbers.ts'
import { TRIGGER_PRICES } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import type { Steps } from './faults.ts'
import type { OrderRequest, Side } from './ticket-values.ts'

/** Describes the order as an action: "Buy 0.01 BTCUSDT at market". */
export const describeAction = (order: DescribedOrder): string => {
  const { symbol, side, qty, notional, reduceOnly, instrument } = order
  const what =
    qty === undefined
      ? t('{symbol} for {notional} USDT', { symbol, notional: formatUsdt(notional) })
      : `${inSteps(qty, instrument?.lotSize)} ${symbol}`
  return `${VERBS[side]} ${what} ${describePrice(order)}${reduceOnly ? t(', reduce-only') : ''}`
}

type Order = components['schemas']['Order']

/** Fields that describe an order: as requested, or as placed. */
type DescribedOrder = Pick<OrderRequest, 'symbol' | 'side' | 'type' | 'qty' | 'notional' | 'reduceOnly'> & {
  readonly price?: string | null
  readonly triggerPrice?: string | null
  readonly triggerBy?: Order['triggerBy']
  /** Steps of the instrument; without them, figures are shown as entered. */
  readonly instrument?: Steps | undefined
}

const inSteps = (text: string | null | undefined, step: string | undefined): string =>
  step === undefined ? formatExact(text) : formatToStep(text, step)

const VERBS: Readonly<Record<Side, string>> = { BUY: t('Buy'), SELL: t('Sell') }
const DONE: Readonly<Record<Side, string>> = { BUY: t('Bought'), SELL: t('Sold') }

const describePrice = ({ type, price, triggerPrice, triggerBy, instrument }: DescribedOrder): string => {
  const at = (text: string | null | undefined): string => inSteps(text, instrument?.tickSize)
  if (type === 'LIMIT') return t('at {at} or better', { at: at(price) })
  return type === 'MARKET'
    ? t('at market')
    : t('at market once the {triggerBy} reaches {at}', {
        triggerBy: TRIGGER_PRICES[triggerBy ?? 'MARK'],
        at: at(triggerPrice),
      })
}

/** Returns the state of an order as a sentence. */
export const describeOutcome = (order: Order): string => {
  const { status, side, symbol, instrument, qty, filledQty, avgFillPrice, statusReason } = order
  const done = t('{side} {filledQty} {symbol} at {avgFillPrice}', {
    side: DONE[side],
    filledQty: formatExact(filledQty),
    symbol,
    avgFillPrice: formatToStep(avgFillPrice, instrument.tickSize),
  })
  switch (status) {
    case 'FILLED':
      return `${done}.`
    case 'NEW':
    case 'UNTRIGGERED':
    case 'TRIGGERED':
      return t('Open at the exchange: {order}.', { order: describeAction(order) })
    case 'PARTIALLY_FILLED':
      return t('{done}, of {qty}; the rest is open at the exchange.', { done, qty: formatExact(qty) })
    case 'PENDING_NEW':
    case 'OUTCOME_UNKNOWN':
      return t('The exchange has not confirmed it yet. Its status is being queried: do not place it again.')
    case 'PENDING_CANCEL':
      return t('Cancellation pending.')
    case 'CANCELED':
    case 'EXPIRED':
      return getSign(filledQty) === 0
        ? t('Ended without a fill: {statusReason}.', { statusReason: statusReason ?? status })
        : t('{done}, of {qty}; the rest ended: {statusReason}.', {
            done,
            qty: formatExact(qty),
            statusReason: statusReason ?? status,
          })
    case 'DENIED':
    case 'REJECTED':
    case 'NEVER_ACCEPTED':
      return t('Not open at the exchange: {statusReason}.', { statusReason: statusReason ?? status })
  }
}
