import { assert } from '../../../../core/assert.ts'
import { lots } from '../../../../domain/market/instrument.ts'
import type { OrderId, RestingOrder } from './order-queue.ts'

/** Maximum number of resting orders; the uses of a slot are counted in the id's higher bits. */
const SLOTS_MAX = 2 ** 22

/** Gives out order objects and takes them back; an id of an order that has gone finds nothing. */
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
