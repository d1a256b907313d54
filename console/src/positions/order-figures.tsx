import { getSign } from '../figures/decimal.ts'
import { formatSigned, formatToStep, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { Figures } from '../ui/figures.tsx'
import { ORIGINS, type Order, PURPOSES, slippageBps } from './orders.ts'

/** Terms of an order, and its result. */
export const OrderFigures = ({ order }: { readonly order: Order }) => {
  const { instrument, stopLoss, takeProfit, stopLossDefaulted } = order
  const price = (text: string | null | undefined): string => formatToStep(text, instrument.tickSize)
  const quantity = (text: string): string => formatToStep(text, instrument.lotSize)
  const stop = stopLoss && `${price(stopLoss.triggerPrice)}${stopLossDefaulted ? t(', default') : ''}`
  return (
    <Figures
      of={{
        [t('Status')]: order.status.replaceAll('_', ' '),
        [t('Type')]:
          `${ORDER_TYPES[order.type]}, ${TIMES_IN_FORCE[order.timeInForce]}${order.reduceOnly ? t(', reduce-only') : ''}`,
        [t('Purpose')]: t('{purpose}, by {origin}{exploratory}', {
          purpose: PURPOSES[order.purpose],
          origin: ORIGINS[order.origin],
          exploratory: order.exploratory ? t(', exploratory') : '',
        }),
        [t('Filled')]: t('{filledQty} of {qty}', { filledQty: quantity(order.filledQty), qty: quantity(order.qty) }),
        [t('Price or trigger')]: price(order.price ?? order.triggerPrice),
        [t('Price limit')]: price(order.effectivePriceLimit),
        [t('Average fill price')]: price(order.avgFillPrice),
        [t('Slippage')]: slippageInWords(slippageBps(order)),
        [t('Fees, USDT')]: formatUsdt(order.feesPaid),
        [t('Requested stop')]: stop ?? t('none'),
        [t('Requested target')]: takeProfit ? price(takeProfit.triggerPrice) : t('none'),
        [t('Mode')]: order.executionMode,
        [t('Exchange order ID')]: order.exchangeOrderId ?? UNKNOWN,
        [t('Client order ID')]: order.venueClientId,
      }}
    />
  )
}

const slippageInWords = (bps: string | undefined): string => {
  if (bps === undefined) return UNKNOWN
  const sign = getSign(bps)
  if (sign === 0) return t('none')
  return t('{bps} bps, {sign} than requested', { bps: formatSigned(bps), sign: sign > 0 ? t('worse') : t('better') })
}
