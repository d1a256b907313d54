import { assert } from '../../../../core/assert.ts'
import { type Lots, lots, type Ticks } from '../../../../domain/market/instrument.ts'
import type { Level } from '../../../../domain/market/order-book.ts'
import { createHalfBook, type Fill, type HalfBook, type Side } from './half-book.ts'
import { createOrderPool, type OrderId } from './order-queue.ts'

/** Limit order book of the simulated market, with price-time priority. Prices are in ticks, quantities in lots. */
export interface MatchingBook {
  place(order: NewOrder): Placed
  /** Returns the cancelled quantity; zero for an order that no longer rests. */
  cancel(id: OrderId): Lots
  /** Reduces an order without losing its place; does nothing if it no longer rests. */
  reduce(id: OrderId, by: Lots): void
  /** Returns the resting quantity of an order; zero when nothing rests. */
  restingQuantity(id: OrderId): Lots
  best(side: Side): Level | undefined
  top(side: Side, count: number): Level[]
  /** Returns every level touched since the last call, each once. */
  takeChanges(): BookLevels
}

/**
 * Creates an order book that calls `onFill` with each fill while the taking order is still being matched; the callback
 * must not place orders.
 */
export const createMatchingBook = (onFill?: (fill: Fill) => void): MatchingBook => {
  const pool = createOrderPool()
  const bids = createHalfBook('BUY', pool, onFill)
  const asks = createHalfBook('SELL', pool, onFill)
  const getHalf = (side: Side): HalfBook => (side === 'BUY' ? bids : asks)

  /** Rests the remainder of an order and returns its ID. */
  const restLeft = (order: NewOrder, left: Lots): OrderId | undefined =>
    left === 0 || order.price === null || !mayRest(order) ? undefined : getHalf(order.side).rest(order.price, left)

  return {
    place(order) {
      const { side, price, quantity, timeInForce } = order
      assert(quantity > 0, 'order quantity must be positive')
      const other = side === 'BUY' ? asks : bids
      if (!other.meets(price)) return { fills: NO_FILLS, restingId: restLeft(order, quantity) }
      if (timeInForce === 'POST_ONLY') return REFUSED
      if (timeInForce === 'FOK' && !other.covers(price, quantity)) return REFUSED
      const { fills, left } = other.take(price, quantity)
      return { fills, restingId: restLeft(order, left) }
    },
    cancel(id) {
      const order = pool.find(id)
      return order?.level ? getHalf(order.level.side).remove(order.level, order) : lots(0)
    },
    reduce(id, by) {
      const order = pool.find(id)
      if (order?.level) getHalf(order.level.side).reduce(order.level, order, lots(Math.min(by, order.remaining)))
    },
    restingQuantity: (id) => pool.find(id)?.remaining ?? lots(0),
    best: (side) => getHalf(side).best(),
    top: (side, count) => getHalf(side).top(count),
    takeChanges: () => ({ bids: bids.takeTouched(), asks: asks.takeTouched() }),
  }
}

export interface NewOrder {
  readonly side: Side
  /** Null for a market order, which accepts any price and never rests. */
  readonly price: Ticks | null
  readonly quantity: Lots
  /**
   * Treatment of a remainder: GTC rests, IOC is dropped. POST_ONLY is refused entirely when it would trade, FOK when it
   * would leave a remainder.
   */
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY'
}

export interface Placed {
  readonly fills: readonly Fill[]
  /** Undefined when nothing of the order rests. */
  readonly restingId: OrderId | undefined
}

/** Absolute quantities of levels, best first; quantity zero marks a removed level. */
interface BookLevels {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

const NO_FILLS: readonly Fill[] = []
const REFUSED: Placed = { fills: NO_FILLS, restingId: undefined }

const mayRest = ({ price, timeInForce }: NewOrder): boolean =>
  price !== null && timeInForce !== 'IOC' && timeInForce !== 'FOK'
