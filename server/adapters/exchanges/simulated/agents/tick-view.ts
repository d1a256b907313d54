import type { Random } from '../../../../core/random.ts'
import type { MatchingBook, NewOrder, Placed } from '../book/matching-book.ts'

/** What an agent receives on one tick: the state of the market, and the order book to place orders in. */
export interface TickView {
  readonly book: Pick<MatchingBook, 'best' | 'cancel' | 'restingQuantity'>
  /** Belongs to this tick and symbol alone; agents draw from it in a fixed order. */
  readonly random: Random
  /** The mark price in ticks, not rounded. */
  readonly fair: number
  /** Volatility now as a multiple of the ordinary one. */
  readonly heat: number
  /** `offsetMs` into the tick; never earlier than the order before it. */
  send(order: NewOrder, offsetMs: number): Placed
}

/** Length of a market tick: the interval at which agents act. */
export const TICK_MS = 100

/** Halfway between the best prices in ticks; the fair price while a side is empty. */
export const computeMid = ({ book, fair }: Pick<TickView, 'book' | 'fair'>): number => {
  const bid = book.best('BUY')
  const ask = book.best('SELL')
  return bid && ask ? (bid.price + ask.price) / 2 : fair
}
