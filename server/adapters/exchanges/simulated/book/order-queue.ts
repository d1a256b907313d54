/** Orders at one price, in order of arrival, in a reused pool. */

import { assert } from '../../../../core/assert.ts'
import type { Brand } from '../../../../core/brand.ts'
import { type Lots, lots, type Ticks } from '../../../../domain/market/instrument.ts'

/** The orders at one price, oldest first. */
export interface PriceLevel {
  readonly side: 'BUY' | 'SELL'
  readonly price: Ticks
  quantity: number
  oldest: RestingOrder | undefined
  newest: RestingOrder | undefined
}

/** Permanent ID of an order: the slot it rests in, and how often that slot was used before. */
export type OrderId = Brand<number, 'OrderId'>

/** A resting order. It is a link of its level's queue, and reused when it is gone. */
export interface RestingOrder {
  readonly slot: number
  id: OrderId
  remaining: Lots
  level: PriceLevel | undefined
  before: RestingOrder | undefined
  after: RestingOrder | undefined
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

/** Maximum number of resting orders; the uses of a slot are counted in the id's higher bits. */
const SLOTS_MAX = 2 ** 22

/** Pool of order objects; the id of a removed order finds nothing. */
export interface OrderPool {
  take(): RestingOrder
  find(id: OrderId): RestingOrder | undefined
  giveBack(order: RestingOrder): void
}

const orderId = (value: number): OrderId => value as OrderId

export const createOrderPool = (): OrderPool => {
  const slots: RestingOrder[] = []
  const free: RestingOrder[] = []
  return {
    take() {
      const used = free.pop()
      if (used) return used
      assert(slots.length < SLOTS_MAX, 'more resting orders than ids can distinguish')
      const order: RestingOrder = {
        slot: slots.length,
        id: orderId(SLOTS_MAX + slots.length),
        remaining: lots(0),
        level: undefined,
        before: undefined,
        after: undefined,
      }
      slots.push(order)
      return order
    },
    find(id) {
      const order = slots[id % SLOTS_MAX]
      return order?.id === id ? order : undefined
    },
    giveBack(order) {
      order.id = orderId(order.id + SLOTS_MAX)
      free.push(order)
    },
  }
}
