import type { Instrument, Ticks } from '../../domain/market/instrument.ts'
import type { OrderTerms, ProtectionPlan } from '../../domain/order/order.ts'
import { heldByAutotrading } from '../../domain/position/holder.ts'
import type { PositionOutline } from '../../domain/position/position-effect.ts'

/** An order in a few words for the audit: `BUY 0.010 BTCUSDT LIMIT at 60000.1, reduce-only`. */
export const wordsOfTerms = (terms: OrderTerms, instrument: Instrument | undefined): string => {
  const { side, symbol, type, quantity, price, trigger, reduceOnly } = terms
  if (!instrument) return `${side} ${symbol} ${type}`
  const at = price === null ? '' : ` at ${instrument.price.print(price)}`
  const by = trigger === null ? '' : ` triggered by ${trigger.by} at ${instrument.price.print(trigger.price)}`
  return `${side} ${instrument.quantity.print(quantity)} ${symbol} ${type}${at}${by}${reduceOnly ? ', reduce-only' : ''}`
}

/** The position an order found, for the audit: `0.062, stop 58800.0, held by autotrading (S01)`; null when flat. */
export const wordsOfOutline = ({ holder, quantity, stopLoss }: PositionOutline): string | null =>
  holder && `${quantity}, stop ${stopLoss}, ${heldByAutotrading(holder) ?? 'held by a person'}`

/** Stop and target of a position, for the audit: `stop 58800.0, target 62000.0`. */
export const wordsOfPlan = ({ stopLoss, takeProfit }: ProtectionPlan, instrument: Instrument | undefined): string => {
  const print = (price: Ticks): string => instrument?.price.print(price) ?? String(price)
  return `stop ${print(stopLoss.price)}${takeProfit ? `, target ${print(takeProfit.price)}` : ''}`
}
