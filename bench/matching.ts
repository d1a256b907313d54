/**
 * Benchmark of the simulated exchange's matching book against the npm package `nodejs-order-book`, on the same random
 * orders.
 */

import { OrderBook, Side } from 'nodejs-order-book'
import { createMatchingBook } from '../server/adapters/exchanges/simulated/book/matching-book.ts'
import type { OrderId } from '../server/adapters/exchanges/simulated/book/order-queue.ts'
import { createRandom } from '../server/core/random.ts'
import { lots, ticks } from '../server/domain/market/instrument.ts'
import { atLeast, nanosecondsEach, perSecond, type Row, times } from './measure.ts'

const ORDERS = 100_000
const MID = 100_000

type Action =
  | { readonly kind: 'limit'; readonly side: 'BUY' | 'SELL'; readonly price: number; readonly quantity: number }
  | { readonly kind: 'market'; readonly side: 'BUY' | 'SELL'; readonly quantity: number }
  /** Cancels one of the newest resting orders. */
  | { readonly kind: 'cancel'; readonly which: number }

/** Returns random actions: per ten, six limit orders around the mid price, three cancels and one market order. */
const mix = (): Action[] => {
  const random = createRandom(7)
  return Array.from({ length: ORDERS }, (): Action => {
    const side = random() < 0.5 ? 'BUY' : 'SELL'
    const drawn = random()
    if (drawn < 0.3) return { kind: 'cancel', which: Math.floor(random() * 1_000) }
    const quantity = 1 + Math.floor(random() * 100)
    if (drawn < 0.4) return { kind: 'market', side, quantity }
    const distance = Math.floor(random() ** 2 * 200) - 5
    return { kind: 'limit', side, price: side === 'BUY' ? MID - distance : MID + distance, quantity }
  })
}

const playOurs = (actions: readonly Action[]): void => {
  const book = createMatchingBook()
  const resting: OrderId[] = []
  for (const action of actions) {
    if (action.kind === 'cancel') {
      const id = resting.at(-1 - action.which)
      if (id !== undefined) book.cancel(id)
      continue
    }
    const price = action.kind === 'limit' ? ticks(action.price) : null
    const { side, quantity } = action
    const { restingId } = book.place({ side, price, quantity: lots(quantity), timeInForce: price ? 'GTC' : 'IOC' })
    if (restingId !== undefined) resting.push(restingId)
  }
}

const playTheirs = (actions: readonly Action[]): void => {
  const book = new OrderBook()
  const resting: string[] = []
  for (const [index, action] of actions.entries()) {
    if (action.kind === 'cancel') {
      const id = resting.at(-1 - action.which)
      if (id !== undefined) book.cancel(id)
    } else if (placeTheirs(book, action, String(index))) resting.push(String(index))
  }
}

/** Returns true when part of the order rests in the book afterwards. */
const placeTheirs = (book: OrderBook, action: Exclude<Action, { kind: 'cancel' }>, id: string): boolean => {
  const side = action.side === 'BUY' ? Side.BUY : Side.SELL
  if (action.kind === 'market') {
    book.market({ side, size: action.quantity })
    return false
  }
  const { partial, done } = book.limit({ id, side, size: action.quantity, price: action.price })
  return partial !== null || done.length === 0
}

/** Measures both order books on the same random orders. */
export const matchingRows = async (): Promise<Row[]> => {
  const actions = mix()
  const ours = nanosecondsEach(ORDERS, () => playOurs(actions))
  const theirs = nanosecondsEach(ORDERS, () => playTheirs(actions))
  return [
    {
      what: 'matching: limits, cancels and market orders',
      measured: perSecond(ours),
      against: `nodejs-order-book: ${perSecond(theirs)}`,
      ratio: times(theirs / ours),
      goals: [atLeast(theirs / ours, [5, '×'])],
    },
  ]
}
