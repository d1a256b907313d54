/** Input of the simulated market's agents on one tick, and the length of a tick. */

import type { Random } from '../../../../core/random.ts'
import type { MatchingBook, NewOrder, Placed } from '../book/matching-book.ts'

/** Input of an agent on one tick: the state of the market, and the order book to place orders in. */
export interface TickView {
  readonly book: Pick<MatchingBook, 'best' | 'cancel' | 'restingQuantity'>
  /** Random numbers of this tick and symbol; agents draw from them in a fixed order. */
  readonly random: Random
  /** Mark price in ticks, not rounded. */
  readonly fair: number
  /** Current volatility as a multiple of the usual one. */
  readonly heat: number
  /** Places an order `offsetMs` into the tick; never earlier than the order before it. */
  send(order: NewOrder, offsetMs: number): Placed
}

/** Length of a market tick: the interval at which agents act. */
export const TICK_MS = 100

/** Returns the mid price in ticks; the fair price while a side is empty. */
export const computeMid = ({ book, fair }: Pick<TickView, 'book' | 'fair'>): number => {
  const bid = book.best('BUY')
  const ask = book.best('SELL')
  return bid && ask ? (bid.price + ask.price) / 2 : fair
}
