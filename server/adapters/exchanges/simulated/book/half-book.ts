import { type Lots, lots, type Ticks, ticks } from '../../../../domain/market/instrument.ts'
import type { Level } from '../../../../domain/market/order-book.ts'
import { append, type OrderId, type OrderPool, type PriceLevel, type RestingOrder, unlink } from './order-queue.ts'
import { createPriceLadder, NO_KEY, type PriceLadder } from './price-ladder.ts'

/**
 * One side of the order book in the simulated market: its resting orders, matched by price, then time. A null price
 * matches any price.
 */
export interface HalfBook {
  /** Returns whether an order of the other side at this price would trade. */
  meets(price: Ticks | null): boolean
  /** Returns whether an order of the other side at this price would be filled completely. */
  covers(price: Ticks | null, wanted: Lots): boolean
  /** Fills an order of the other side as far as its price allows. */
  take(price: Ticks | null, wanted: Lots): Taken
  rest(price: Ticks, quantity: Lots): OrderId
  /** Removes an order permanently and returns its remaining quantity. */
  remove(level: PriceLevel, order: RestingOrder): Lots
  /** Reduces an order without changing its place in the queue; a full reduction removes it. */
  reduce(level: PriceLevel, order: RestingOrder, by: Lots): void
  best(): Level | undefined
  top(count: number): Level[]
  /** Returns the levels touched since the last call, best first; quantity zero for an empty level. */
  takeTouched(): Level[]
}

export type Side = 'BUY' | 'SELL'

export interface Fill {
  readonly makerId: OrderId
  /** The maker's price. */
  readonly price: Ticks
  readonly quantity: Lots
}

interface Taken {
  /** Best price first, and at a price the oldest order first. */
  readonly fills: readonly Fill[]
  readonly left: Lots
}

/**
 * Creates one side of an order book; the key of a price is higher the better the price, so that both sides share the
 * code. `onFill` is called with each fill before the next resting order is matched, and may remove orders.
 */
export const createHalfBook = (side: Side, pool: OrderPool, onFill?: (fill: Fill) => void): HalfBook => {
  const sign = side === 'BUY' ? 1 : -1
  const levels = createPriceLadder<PriceLevel>()
  const touched = new Set<number>()

  const worstKey = (price: Ticks | null): number => (price === null ? NO_KEY + 1 : price * sign)

  const levelAt = (key: number): Level => ({ price: ticks(key * sign), quantity: lots(levels.get(key)?.quantity ?? 0) })

  const remove = (level: PriceLevel, order: RestingOrder): Lots => {
    const { remaining } = order
    unlink(level, order)
    if (!level.oldest) levels.remove(level.price * sign)
    touched.add(level.price)
    pool.giveBack(order)
    return remaining
  }

  const reduce = (level: PriceLevel, order: RestingOrder, by: Lots): void => {
    if (by === order.remaining) {
      remove(level, order)
      return
    }
    order.remaining = lots(order.remaining - by)
    level.quantity -= by
    touched.add(level.price)
  }

  const oldestOfBest = (): RestingOrder | undefined => levels.get(levels.highest())?.oldest

  const openLevel = (price: Ticks): PriceLevel => {
    const level: PriceLevel = { side, price, quantity: 0, oldest: undefined, newest: undefined }
    levels.set(price * sign, level)
    return level
  }

  return {
    meets: (price) => levels.highest() >= worstKey(price),
    covers: (price, wanted) => quantityDownTo(levels, worstKey(price), wanted) >= wanted,
    take(price, wanted) {
      const worst = worstKey(price)
      const fills: Fill[] = []
      let left: number = wanted
      for (let maker = oldestOfBest(); maker?.level && left > 0; maker = oldestOfBest()) {
        const { level } = maker
        if (level.price * sign < worst) break
        const fill = { makerId: maker.id, price: level.price, quantity: lots(Math.min(left, maker.remaining)) }
        fills.push(fill)
        reduce(level, maker, fill.quantity)
        left -= fill.quantity
        onFill?.(fill)
      }
      return { fills, left: lots(left) }
    },
    rest(price, quantity) {
      const order = pool.take()
      order.remaining = quantity
      append(levels.get(price * sign) ?? openLevel(price), order)
      touched.add(price)
      return order.id
    },
    remove,
    reduce,
    best() {
      const key = levels.highest()
      return key === NO_KEY ? undefined : levelAt(key)
    },
    top(count) {
      const topLevels: Level[] = []
      for (let key = levels.highest(); key !== NO_KEY && topLevels.length < count; key = levels.below(key)) {
        topLevels.push(levelAt(key))
      }
      return topLevels
    },
    takeTouched() {
      const keys = Array.from(touched, (price) => price * sign).sort((a, b) => b - a)
      touched.clear()
      return keys.map(levelAt)
    },
  }
}

/** Returns the quantity resting at this key and better, counted no further than `enough`. */
const quantityDownTo = (levels: PriceLadder<PriceLevel>, worst: number, enough: number): number => {
  let quantity = 0
  for (let key = levels.highest(); key !== NO_KEY && key >= worst && quantity < enough; key = levels.below(key)) {
    quantity += levels.get(key)?.quantity ?? 0
  }
  return quantity
}
