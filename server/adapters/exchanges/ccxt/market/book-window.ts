import type { Level } from '../../../../domain/market/book-side.ts'
import { lots, ticks } from '../../../../domain/market/instrument.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'

/** Levels of a side that are told at most. */
export const WINDOW_MAX = 200

/**
 * One side of a book as it was last told, best first: prices and quantities as the library has them, so that only what
 * has changed has to be read exactly.
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

/** The rows of one side of the library's book, best first: price, amount, and whatever follows. */
export type LibrarySide = ArrayLike<ArrayLike<unknown> | undefined>

/** What has changed since the window was told, with quantity zero for what has left it. The window is then as the side is. */
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

/** Levels in ticks and lots, and what lay on neither. */
export interface ReadLevels {
  readonly levels: Level[]
  readonly unreadable: string[]
}

/** Below zero where the price that was there comes first, above zero where the one that is there now does. */
const comparePrices = (was: number | undefined, is: number | undefined, direction: 1 | -1): number => {
  if (was === undefined) return 1
  return is === undefined ? -1 : (was - is) * direction
}

const copySide = (side: LibrarySide): { prices: number[]; amounts: number[] } => {
  const prices: number[] = []
  const amounts: number[] = []
  const count = Math.min(side.length, WINDOW_MAX)
  for (let index = 0; index < count; index++) {
    const [price, amount] = [Number(side[index]?.[0]), Number(side[index]?.[1])]
    if (!(price > 0) || !(amount > 0)) continue
    prices.push(price)
    amounts.push(amount)
  }
  return { prices, amounts }
}

interface Row {
  readonly price: number | undefined
  readonly amount: number | undefined
  readonly isBest: boolean
}

/**
 * Orders from before a change of the tick may rest off today's, far from the touch: such levels are left out. A quantity that
 * cannot be read takes its level away.
 */
const readLevel = ({ levels, unreadable }: ReadLevels, listing: Listing, { price, amount, isBest }: Row): void => {
  const steps = listing.instrument.price.parse(exactText(price) ?? '')
  const quantity = listing.amounts.parse(exactText(amount) ?? '')
  if (quantity === undefined || (steps === undefined && isBest)) unreadable.push(`a level of ${amount} at ${price}`)
  if (steps !== undefined) levels.push({ price: ticks(steps), quantity: lots(quantity ?? 0) })
}
