/** Published window of an order book: the best levels of each side, and the changes since the last publication. */

import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Level } from '../../../../domain/market/order-book.ts'
import { exactText } from '../fields.ts'
import type { Listing } from '../listing.ts'

/** Maximum number of published levels per side. */
export const WINDOW_MAX = 200

/**
 * One side of an order book as last published, best first: prices and quantities in the library's form, so that only
 * changed ones have to be read exactly.
 */
export interface SideWindow {
  readonly direction: 1 | -1
  prices: number[]
  amounts: number[]
}

export const createSideWindow = (side: 'BID' | 'ASK'): SideWindow => ({
  direction: side === 'BID' ? -1 : 1,
  prices: [],
  amounts: [],
})

/** Rows of one side of the library's order book, best first: price, amount, and any further columns. */
export type LibrarySide = ArrayLike<ArrayLike<unknown> | undefined>

/**
 * Moves the window to the side's current state and returns the changes, with quantity zero for levels that have left
 * it.
 */
export const moveWindow = (window: SideWindow, side: LibrarySide, listing: Listing): ReadLevels => {
  const before = { prices: window.prices, amounts: window.amounts }
  const now = copySide(side)
  const changed: ReadLevels = { levels: [], unreadable: [] }
  let [i, j] = [0, 0]
  while (i < before.prices.length || j < now.prices.length) {
    const order = comparePrices(before.prices[i], now.prices[j], window.direction)
    if (order < 0) readLevel(changed, listing, { price: before.prices[i], amount: 0, isBest: false })
    else if (order > 0 || before.amounts[i] !== now.amounts[j]) {
      readLevel(changed, listing, { price: now.prices[j], amount: now.amounts[j], isBest: j === 0 })
    }
    if (order <= 0) i++
    if (order >= 0) j++
  }
  window.prices = now.prices
  window.amounts = now.amounts
  return changed
}

/** Levels in ticks and lots, and the unreadable ones. */
export interface ReadLevels {
  readonly levels: Level[]
  readonly unreadable: string[]
}

/** Compares two prices of a side: negative if the old one ranks first, positive if the new one does. */
const comparePrices = (was: number | undefined, is: number | undefined, direction: 1 | -1): number => {
  if (was === undefined) return 1
  return is === undefined ? -1 : (was - is) * direction
}

const copySide = (side: LibrarySide): { prices: number[]; amounts: number[] } => {
  const prices: number[] = []
  const amounts: number[] = []
  const count = Math.min(side.length, WINDOW_MAX)
  for (let index = 0; index < count; index++) {
    const [price, amount] = [readNumber(side[index]?.[0]), readNumber(side[index]?.[1])]
    if (!(price > 0) || !(amount > 0)) continue
    prices.push(price)
    amounts.push(amount)
  }
  return { prices, amounts }
}

/** Returns a number or the number in a string; NaN for anything else, as converting an object can throw. */
const readNumber = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN

interface Row {
  readonly price: number | undefined
  readonly amount: number | undefined
  readonly isBest: boolean
}

/**
 * Reads a level. Orders from before a tick size change may be off the new grid, far from the touch: such levels are
 * omitted. An unreadable quantity removes its level.
 */
const readLevel = ({ levels, unreadable }: ReadLevels, listing: Listing, { price, amount, isBest }: Row): void => {
  const steps = listing.instrument.price.parse(exactText(price) ?? '')
  const quantity = listing.amounts.parse(exactText(amount) ?? '')
  if (quantity === undefined || (steps === undefined && isBest)) unreadable.push(`a level of ${amount} at ${price}`)
  if (steps !== undefined) levels.push({ price: ticks(steps), quantity: lots(quantity ?? 0) })
}
