/**
 * Order book of an observed market less the liquidity that our paper orders have taken, and queries of the remainder.
 */

import { lots, type Ticks } from '../../../domain/market/instrument.ts'
import {
  applyDelta,
  applySnapshot,
  type BookDelta,
  type BookSide,
  type BookSnapshot,
  createOrderBook,
  type Level,
  type OrderBook,
} from '../../../domain/market/order-book.ts'
import type { Side } from '../../../domain/order/order.ts'
import { meets } from './paper-order.ts'

/**
 * Order book, and the quantities our orders have taken. As the market continues to display these quantities, they are
 * recorded by level: only growth of a level is new liquidity; when a level shrinks below the recorded quantity, the
 * record shrinks with it; when it disappears, the record is dropped.
 */
export interface VisibleBook {
  readonly book: OrderBook
  /** Quantities taken, by side of the taker: a BUY takes asks. Never more levels than the order book has. */
  readonly taken: Readonly<Record<Side, Map<Ticks, number>>>
}

export const createVisibleBook = (): VisibleBook => ({
  book: createOrderBook(),
  taken: { BUY: new Map(), SELL: new Map() },
})

/** Returns whether the order book is visible; otherwise it has no levels. */
export const isVisible = ({ book }: VisibleBook): boolean => book.state === 'SYNCED'

export const showSnapshot = (visibleBook: VisibleBook, snapshot: BookSnapshot): void => {
  applySnapshot(visibleBook.book, snapshot)
  if (!isVisible(visibleBook)) return
  for (const side of ['BUY', 'SELL'] as const) {
    const opposite = oppositeLevels(visibleBook, side)
    const now = new Map(opposite.top(opposite.depth).map(({ price, quantity }) => [price, quantity]))
    for (const price of [...visibleBook.taken[side].keys()]) {
      settleTaken(visibleBook.taken[side], { price, quantity: now.get(price) ?? lots(0) })
    }
  }
}

/** Applies a change of the order book; false when it had no visible effect. */
export const showDelta = (visibleBook: VisibleBook, delta: BookDelta): boolean => {
  if (applyDelta(visibleBook.book, delta) !== 'applied') return false
  for (const level of delta.asks) settleTaken(visibleBook.taken.BUY, level)
  for (const level of delta.bids) settleTaken(visibleBook.taken.SELL, level)
  return true
}

/** Returns the offers to a taker within its limit, best first, each level at its own price. */
export const offersTo = (visibleBook: VisibleBook, side: Side, limit: Ticks | null): Level[] => {
  const taken = visibleBook.taken[side]
  return levelsWithin(oppositeLevels(visibleBook, side), (price) => meets(side, limit, price))
    .map(({ price, quantity }) => ({ price, quantity: lots(quantity - (taken.get(price) ?? 0)) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Records the quantity that an order of ours took from a level. */
export const recordTaken = ({ taken }: VisibleBook, side: Side, { price, quantity }: Level): void => {
  taken[side].set(price, (taken[side].get(price) ?? 0) + quantity)
}

/**
 * Returns the quantity of other orders at a price on the maker's own side; infinite if the order book is not deep
 * enough.
 */
export const visibleAt = ({ book }: VisibleBook, side: Side, price: Ticks): number => {
  const own = side === 'BUY' ? book.bids : book.asks
  const taker = side === 'BUY' ? 'SELL' : 'BUY'
  const levels = levelsWithin(own, (other) => meets(taker, price, other))
  const last = levels.at(-1)
  if (last?.price === price) return last.quantity
  return last && levels.length === own.depth ? Number.POSITIVE_INFINITY : 0
}

/** Returns the best price of others on the maker's own side. */
export const bestBeside = ({ book }: VisibleBook, side: Side): Ticks | undefined =>
  (side === 'BUY' ? book.bids : book.asks).best()?.price

/** Returns whether a limit reaches the best price on the other side. */
export const reachesAcross = (visibleBook: VisibleBook, side: Side, limit: Ticks): boolean => {
  const best = oppositeLevels(visibleBook, side).best()
  return best !== undefined && meets(side, limit, best.price)
}

const oppositeLevels = ({ book }: VisibleBook, side: Side): BookSide => (side === 'BUY' ? book.asks : book.bids)

const SCAN_FIRST = 16

/**
 * Returns the best levels while their price is within the limit; reads at most about four times as deep into the order
 * book.
 */
const levelsWithin = (side: BookSide, isWithin: (price: Ticks) => boolean): Level[] => {
  for (let count = SCAN_FIRST; ; count *= 4) {
    const levels = side.top(count)
    const last = levels.at(-1)
    if (levels.length < count || !last || !isWithin(last.price)) return levels.filter(({ price }) => isWithin(price))
  }
}

const settleTaken = (taken: Map<Ticks, number>, { price, quantity }: Level): void => {
  const before = taken.get(price)
  if (before === undefined) return
  if (quantity === 0) taken.delete(price)
  else taken.set(price, Math.min(before, quantity))
}
