/** Values of the order ticket as entered, and their conversion to and from the API request. */

import type { components } from '@plimsoll/client'

/** Values of the ticket fields, as entered. */
export interface TicketValues {
  readonly side: Side
  readonly type: OrderType
  readonly sizeIn: 'qty' | 'notional'
  readonly size: string
  readonly price: string
  readonly trigger: string
  readonly timeInForce: NonNullable<OrderRequest['timeInForce']>
  readonly stop: string
  readonly target: string
  readonly reduceOnly: boolean
  readonly slippage: string
}

export type OrderRequest = components['schemas']['OrderRequest']
export type Side = OrderRequest['side']
export type OrderType = OrderRequest['type']

/** Fields for numbers. */
export type NumberName = 'size' | 'price' | 'trigger' | 'stop' | 'target' | 'slippage'

export const FRESH: TicketValues = {
  side: 'BUY',
  type: 'MARKET',
  sizeIn: 'qty',
  size: '',
  price: '',
  trigger: '',
  timeInForce: 'GTC',
  stop: '',
  target: '',
  reduceOnly: false,
  slippage: '',
}

/** Returns the number fields of this order type, in display order. */
export const numberFields = ({ type, reduceOnly }: TicketValues): readonly NumberName[] => [
  ...(type === 'LIMIT' ? (['price'] as const) : []),
  ...(isConditional(type) ? (['trigger'] as const) : []),
  'size',
  ...(reduceOnly ? [] : (['stop', 'target'] as const)),
  ...(type === 'MARKET' ? (['slippage'] as const) : []),
]

/** Returns the order request: only the fields that this order type has and that are filled in. */
export const toRequest = (symbol: string, wanted: TicketValues): OrderRequest => {
  const { side, type, sizeIn, size, timeInForce, reduceOnly } = wanted
  const texts = Object.fromEntries(numberFields(wanted).map((name) => [name, wanted[name]]))
  const { price, trigger, stop, target, slippage } = texts
  return {
    symbol,
    side,
    type,
    reduceOnly,
    ...(sizeIn === 'qty' ? { qty: size } : { notional: size }),
    ...(price && { price, timeInForce }),
    ...(trigger && { triggerPrice: trigger }),
    ...(stop && { stopLoss: { triggerPrice: stop } }),
    ...(target && { takeProfit: { triggerPrice: target } }),
    ...(slippage && { maxSlippageBps: Number(slippage) }),
  }
}

/** Returns the ticket fields of an earlier request. */
export const toTicketValues = (request: OrderRequest): TicketValues => ({
  side: request.side,
  type: request.type,
  sizeIn: request.qty === undefined ? 'notional' : 'qty',
  size: request.qty ?? request.notional ?? '',
  price: request.price ?? '',
  trigger: request.triggerPrice ?? '',
  timeInForce: request.timeInForce ?? FRESH.timeInForce,
  stop: request.stopLoss?.triggerPrice ?? '',
  target: request.takeProfit?.triggerPrice ?? '',
  reduceOnly: request.reduceOnly ?? false,
  slippage: String(request.maxSlippageBps ?? ''),
})

const isConditional = (type: OrderType): boolean => type === 'STOP_MARKET' || type === 'TAKE_PROFIT_MARKET'
