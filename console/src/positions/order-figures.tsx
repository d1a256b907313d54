import { getSign } from '../figures/decimal.ts'
import { formatSigned, formatToStep, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../figures/order-words.ts'
import { Figures } from '../ui/figures.tsx'
import { ORIGINS, type Order, PURPOSES, slippageBps } from './orders.ts'

/** Terms of an order, and its result. */
export const OrderFigures = ({ order }: { readonly order: Order }) => {
  const { instrument, stopLoss, takeProfit, stopLossDefaulted } = order
  const price = (text: string | null | undefined): string => formatToStep(text, instrument.tickSize)
  const quantity = (text: string): string => formatToStep(text, instrument.lotSize)
  const stop = stopLoss && `${price(stopLoss.triggerPrice)}${stopLossDefaulted ? ', default' : ''}`
  return (
    <Figures
      of={{
        Status: order.status.replaceAll('_', ' '),
        Type: `${ORDER_TYPES[order.type]}, ${TIMES_IN_FORCE[order.timeInForce]}${order.reduceOnly ? ', reduce-only' : ''}`,
        Purpose: `${PURPOSES[order.purpose]}, by ${ORIGINS[order.origin]}${order.exploratory ? ', exploratory' : ''}`,
        Filled: `${quantity(order.filledQty)} of ${quantity(order.qty)}`,
        'Price or trigger': price(order.price ?? order.triggerPrice),
        'Price limit': price(order.effectivePriceLimit),
        'Average fill price': price(order.avgFillPrice),
        Slippage: slippageInWords(slippageBps(order)),
        'Fees, USDT': formatUsdt(order.feesPaid),
        'Requested stop': stop ?? 'none',
        'Requested target': takeProfit ? price(takeProfit.triggerPrice) : 'none',
        Mode: order.executionMode,
        'Exchange order ID': order.exchangeOrderId ?? UNKNOWN,
        'Client order ID': order.venueClientId,
      }}
    />
  )
}

const slippageInWords = (bps: string | undefined): string => {
  if (bps === undefined) return UNKNOWN
  const sign = getSign(bps)
  if (sign === 0) return 'none'
  return `${formatSigned(bps)} bps, ${sign > 0 ? 'worse' : 'better'} than requested`
}
