/** Computes the displayed levels of the order book, with cumulative quantities and own orders, and the spread. */

import { type BookView, compareDecimals, type components, type Level } from '@plimsoll/client'
import { addDecimals, divideDecimals, multiplyDecimals, subtractDecimals } from '../figures/decimal.ts'

/** Displayed price level of the order book. */
export interface BookLevel {
  /** 0 at the touch. */
  readonly rank: number
  readonly price: string
  readonly qty: string
  /** Cumulative quantity from the best price to this level. */
  readonly sum: string
  /** Share of the largest displayed sum on either side, 0 to 1, for the bar. */
  readonly share: number
  /** Remaining quantity of the account's orders at this level; undefined if there are none. */
  readonly own: string | undefined
}

type Order = components['schemas']['Order']

const RESTING: readonly Order['status'][] = ['NEW', 'PARTIALLY_FILLED', 'PENDING_CANCEL']

/** Builds the displayed levels of both sides of the order book, best price first. */
export const buildBookLevels = (
  { bids, asks }: Pick<BookView, 'bids' | 'asks'>,
  orders: readonly Order[],
): { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] } => {
  const sums = [bids, asks].map(cumulativeSums)
  const deepest = Math.max(...sums.map((side) => Number(side.at(-1) ?? 0)))
  const sideRows = (
    levels: readonly Level[],
    ours: Order['side'],
    side: readonly string[] = [],
  ): readonly BookLevel[] =>
    levels.map(([price, qty], rank) => {
      const sum = side[rank] ?? qty
      return { rank, price, qty, sum, share: Number(sum) / deepest, own: ownAt(price, ours, orders) }
    })
  return { bids: sideRows(bids, 'BUY', sums[0]), asks: sideRows(asks, 'SELL', sums[1]) }
}

const cumulativeSums = (levels: readonly Level[]): readonly string[] => {
  const sums: string[] = []
  for (const [, qty] of levels) sums.push(addDecimals(sums.at(-1) ?? '0', qty))
  return sums
}

const ownAt = (price: string, ours: Order['side'], orders: readonly Order[]): string | undefined => {
  const own = orders.filter(
    (order) =>
      order.side === ours &&
      RESTING.includes(order.status) &&
      order.type === 'LIMIT' &&
      order.price !== null &&
      compareDecimals(order.price, price) === 0,
  )
  return own.length === 0 ? undefined : own.map(({ remainingQty }) => remainingQty).reduce(addDecimals)
}

/** Difference between the best bid and the best ask. */
export interface Spread {
  readonly abs: string
  /** Hundredths of a percent of the middle. */
  readonly bps: string
}

/** Returns the spread; undefined without a best price on both sides. */
export const computeSpread = (bid: string | null | undefined, ask: string | null | undefined): Spread | undefined => {
  if (!bid || !ask) return undefined
  const abs = subtractDecimals(ask, bid)
  const share = divideDecimals(multiplyDecimals(abs, '2'), addDecimals(ask, bid))
  return share === undefined ? undefined : { abs, bps: multiplyDecimals(share, '10000') }
}
