import type { Brand } from '../../../../core/brand.ts'
import type { Lots, Ticks } from '../../../../domain/market/instrument.ts'

/** Names one order for ever: the slot it rests in and how often that slot had been used before. */
export type OrderId = Brand<number, 'OrderId'>

/** An order at rest. It is a link of its level's queue and is used again when it has gone. */
export interface RestingOrder {
  readonly slot: number
  id: OrderId
  remaining: Lots
  level: PriceLevel | undefined
  before: RestingOrder | undefined
  after: RestingOrder | undefined
}

/** The orders at one price, oldest first. */
export interface PriceLevel {
  readonly side: 'BUY' | 'SELL'
  readonly price: Ticks
  quantity: number
  oldest: RestingOrder | undefined
  newest: RestingOrder | undefined
}

export const append = (level: PriceLevel, order: RestingOrder): void => {
  order.level = level
  order.before = level.newest
  order.after = undefined
  if (level.newest) level.newest.after = order
  else level.oldest = order
  level.newest = order
  level.quantity += order.remaining
}

/** Removes the order, with its remainder, from its level's queue. */
export const unlink = (level: PriceLevel, order: RestingOrder): void => {
  if (order.before) order.before.after = order.after
  else level.oldest = order.after
  if (order.after) order.after.before = order.before
  else level.newest = order.before
  level.quantity -= order.remaining
  order.level = undefined
  order.before = undefined
  order.after = undefined
}
