/** Queue of the resting orders at one price, and the pool that reuses order objects and assigns their IDs. */

import { assert } from '../../../../core/assert.ts'
import type { Brand } from '../../../../core/brand.ts'
import { type Lots, lots, type Ticks } from '../../../../domain/market/instrument.ts'

/** Price level with its orders, oldest first. */
export interface PriceLevel {
  readonly side: 'BUY' | 'SELL'
  readonly price: Ticks
  quantity: number
  oldest: RestingOrder | undefined
  newest: RestingOrder | undefined
}

/** Permanent ID of an order: its slot in the pool, and how often that slot was used before. */
export type OrderId = Brand<number, 'OrderId'>

/** Resting order, linked into the queue of its level. The object is reused after the order has ended. */
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

/** Maximum number of resting orders; the higher bits of an ID count the uses of its slot. */
const SLOTS_MAX = 2 ** 22

/** Pool of order objects; the ID of a removed order is no longer found. */
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
      assert(slots.length < SLOTS_MAX, 'more resting orders than IDs can distinguish')
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
