/** Descriptions of orders in words: the action before placing, and the outcome afterwards. */

import type { components } from '@plimsoll/client'
import { getSign } from '../figures/decimal.ts'
import { formatExact, formatToStep, formatUsdt } from '../figures/numbers.ts'
import { TRIGGER_PRICES } from '../figures/order-words.ts'
import type { Steps } from './faults.ts'
import type { OrderRequest, Side } from './wanted.ts'

/** Describes the order as an action: "Buy 0.01 BTCUSDT at market". */
export const describeAction = (order: DescribedOrder): string => {
  const { symbol, side, qty, notional, reduceOnly, instrument } = order
  const what =
    qty === undefined ? `${symbol} for ${formatUsdt(notional)} USDT` : `${inSteps(qty, instrument?.lotSize)} ${symbol}`
  return `${VERBS[side]} ${what} ${describePrice(order)}${reduceOnly ? ', reduce-only' : ''}`
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

const VERBS: Readonly<Record<Side, string>> = { BUY: 'Buy', SELL: 'Sell' }
const DONE: Readonly<Record<Side, string>> = { BUY: 'Bought', SELL: 'Sold' }

const describePrice = ({ type, price, triggerPrice, triggerBy, instrument }: DescribedOrder): string => {
  const at = (text: string | null | undefined): string => inSteps(text, instrument?.tickSize)
  if (type === 'LIMIT') return `at ${at(price)} or better`
  return type === 'MARKET'
    ? 'at market'
    : `at market once the ${TRIGGER_PRICES[triggerBy ?? 'MARK']} reaches ${at(triggerPrice)}`
}

/** Returns the state of an order as a sentence. */
export const describeOutcome = (order: Order): string => {
  const { status, side, symbol, instrument, qty, filledQty, avgFillPrice, statusReason } = order
  const done = `${DONE[side]} ${formatExact(filledQty)} ${symbol} at ${formatToStep(avgFillPrice, instrument.tickSize)}`
  switch (status) {
    case 'FILLED':
      return `${done}.`
    case 'NEW':
    case 'UNTRIGGERED':
    case 'TRIGGERED':
      return `Open at the exchange: ${describeAction(order)}.`
    case 'PARTIALLY_FILLED':
      return `${done}, of ${formatExact(qty)}; the rest is open at the exchange.`
    case 'PENDING_NEW':
    case 'OUTCOME_UNKNOWN':
      return 'It is not known yet whether the exchange accepted it. Its status is being queried: do not place it again.'
    case 'PENDING_CANCEL':
      return 'Cancellation pending.'
    case 'CANCELED':
    case 'EXPIRED':
      return getSign(filledQty) === 0
        ? `Ended without a fill: ${statusReason ?? status}.`
        : `${done}, of ${formatExact(qty)}; the rest ended: ${statusReason ?? status}.`
    case 'DENIED':
    case 'REJECTED':
    case 'NEVER_ACCEPTED':
      return `Not open at the exchange: ${statusReason ?? status}.`
  }
}
