import type { Instrument } from '../../domain/market/instrument.ts'
import type { OrderTerms } from '../../domain/order/order.ts'

/** An order in a few words for the audit: `BUY 0.010 BTCUSDT LIMIT at 60000.1, reduce-only`. */
export const wordsOfTerms = (terms: OrderTerms, instrument: Instrument | undefined): string => {
  const { side, symbol, type, quantity, price, trigger, reduceOnly } = terms
  if (!instrument) return `${side} ${symbol} ${type}`
  const at = price === null ? '' : ` at ${instrument.price.print(price)}`
  const by = trigger === null ? '' : ` triggered by ${trigger.by} at ${instrument.price.print(trigger.price)}`
  return `${side} ${instrument.quantity.print(quantity)} ${symbol} ${type}${at}${by}${reduceOnly ? ', reduce-only' : ''}`
}
