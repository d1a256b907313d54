/** Watches the order book in a band around the mid price: resting quantity, imbalance, order flow, and large adds. */

import { HOUR_MS, type Instant } from '../../core/instant.ts'
import type { Ticks } from '../market/instrument.ts'
import type { BookDelta, Level, OrderBook } from '../market/order-book.ts'
import type { Trade } from '../market/trade-tape.ts'
import { advanceFlow, type BandFlow, createBandFlow } from './book-depth.ts'
import { createLargeAdds, type LargeAdds, type Moment, openLarge, reduceLarge } from './large-adds.ts'
import { MICRO_RULES } from './micro-rules.ts'
import { advanceSketch, createQuantileSketch, type QuantileSketch, tally } from './quantile-sketch.ts'

/** The levels near the touch, with their quantities and changes. In lots, exactly. */
export interface LevelWatch {
  /** Price in ticks on which the band is centred; 0 initially. */
  anchor: number
  lowBid: number
  highAsk: number
  bids: number
  asks: number
  /** Traded quantity that has not yet left the order book, by price. */
  readonly traded: Map<number, number>
  tradedMs: Instant
  tradedLow: number
  tradedHigh: number
  /** Median level size in the band at the last check; 0 initially. */
  medianSize: number
  changes: number
  /** Minimum size of a large add; infinite while no sizes are known. */
  largeMin: number
  readonly addSizes: QuantileSketch
  readonly flow: BandFlow
  readonly large: LargeAdds
}

/** Taker volume counted so far, by side. */
export interface Aggression {
  readonly bought: number
  readonly sold: number
}

/** Sampling rate: every fourth order book change gives the same sizes as all of them, at half the cost. */
const SAMPLED_EVERY = 4

/** Maximum number of prices with traded quantity waiting for the order book, which never follows once it is lost. */
const TRADED_MAX = 1_000

/** Range of sizes: one lot to a trillion lots. */
const SIZES = { from: 1, octaves: 40, slices: 6, sliceMs: 4 * HOUR_MS }

export const createLevelWatch = (): LevelWatch => ({
  anchor: 0,
  lowBid: 0,
  highAsk: 0,
  bids: 0,
  asks: 0,
  traded: new Map(),
  tradedMs: 0,
  tradedLow: Number.POSITIVE_INFINITY,
  tradedHigh: 0,
  medianSize: 0,
  changes: 0,
  largeMin: Number.POSITIVE_INFINITY,
  addSizes: createQuantileSketch(SIZES),
  flow: createBandFlow(),
  large: createLargeAdds(),
})

/** (B − A)/(B + A) within the band; 0 for an empty one. */
export const computeImbalance = ({ bids, asks }: LevelWatch): number =>
  bids + asks === 0 ? 0 : (bids - asks) / (bids + asks)

/** Centres the band on `mid` and sums its quantities. */
export const anchorBand = (watch: LevelWatch, book: OrderBook, mid: number): void => {
  const reach = MICRO_RULES.bandBps / 10_000
  watch.anchor = mid
  watch.lowBid = Math.ceil(mid * (1 - reach))
  watch.highAsk = Math.floor(mid * (1 + reach))
  watch.bids = book.bids.within(watch.lowBid).quantity
  watch.asks = book.asks.within(watch.highAsk).quantity
}

/** Records the changes within the band made by the delta just applied. */
export const watchDelta = (watch: LevelWatch, book: OrderBook, delta: BookDelta, done: Aggression): void => {
  const atMs = delta.exchangeTimeMs
  const imbalance = computeImbalance(watch)
  advanceFlow(watch.flow, atMs)
  advanceSketch(watch.addSizes, atMs)
  const { bids, asks } = delta
  if (watch.changes++ % SAMPLED_EVERY === 0) {
    sampleAdds(watch, { levels: bids, replaced: book.replaced, from: 0 })
    sampleAdds(watch, { levels: asks, replaced: book.replaced, from: bids.length })
  }
  watch.bids += watchSide(
    watch,
    { levels: bids, replaced: book.replaced, from: 0 },
    {
      atMs,
      direction: 1,
      imbalance,
      aggression: done.sold,
    },
  )
  watch.asks += watchSide(
    watch,
    { levels: asks, replaced: book.replaced, from: bids.length },
    {
      atMs,
      direction: -1,
      imbalance,
      aggression: done.bought,
    },
  )
  if (watch.tradedMs <= atMs && watch.traded.size > 0) forgetTraded(watch)
}

/** Deducts a trade from the level at its price, on the maker's side. */
export const watchTraded = (watch: LevelWatch, { price, quantity, tradedAtMs }: Trade): void => {
  if (watch.traded.size >= TRADED_MAX) forgetTraded(watch)
  watch.flow.current.traded += quantity
  watch.traded.set(price, (watch.traded.get(price) ?? 0) + quantity)
  watch.tradedMs = Math.max(watch.tradedMs, tradedAtMs)
  watch.tradedLow = Math.min(watch.tradedLow, price)
  watch.tradedHigh = Math.max(watch.tradedHigh, price)
}

interface SideChange {
  readonly levels: readonly Level[]
  readonly replaced: readonly number[]
  readonly from: number
}

/** Returns the change in the side's quantity within the band. */
const watchSide = (watch: LevelWatch, { levels, replaced, from }: SideChange, moment: Moment): number => {
  const { lowBid, highAsk, largeMin, large } = watch
  const { watchFrom } = large
  let added = 0
  let removed = 0
  let traded = 0
  for (let at = 0; at < levels.length; at++) {
    const { price, quantity } = levels[at] as Level
    const before = replaced[from + at] as number
    if (price < lowBid || price > highAsk) continue
    const change = quantity - before
    if (change > 0) {
      added += change
      if (change >= largeMin) noteLarge(watch, { price, before, size: change }, moment)
      continue
    }
    removed -= change
    traded += takeTraded(watch, price, -change)
    if (before >= watchFrom) reduceLarge(large, { price, quantity }, moment)
  }
  const { current } = watch.flow
  current.added += added
  current.removed += removed
  current.cancelled += removed - traded
  return added - removed
}

const sampleAdds = ({ lowBid, highAsk, addSizes }: LevelWatch, { levels, replaced, from }: SideChange): void => {
  let index = from
  for (const { price, quantity } of levels) {
    const added = quantity - (replaced[index++] as number)
    if (added > 0 && price >= lowBid && price <= highAsk) tally(addSizes, added)
  }
}

const noteLarge = (
  { large, flow }: LevelWatch,
  level: { price: Ticks; before: number; size: number },
  moment: Moment,
): void => {
  flow.current.largeAdds++
  flow.current.largeAdded += level.size
  openLarge(large, level, moment)
}

/** Returns the traded part of the quantity removed from the level. */
const takeTraded = ({ traded, tradedLow, tradedHigh }: LevelWatch, price: Ticks, removed: number): number => {
  if (price < tradedLow || price > tradedHigh) return 0
  const waiting = traded.get(price)
  if (waiting === undefined) return 0
  const taken = Math.min(waiting, removed)
  if (taken === waiting) traded.delete(price)
  else traded.set(price, waiting - taken)
  return taken
}

/** Drops the traded quantities, because the order book has caught up or is lost. */
export const forgetTraded = (watch: LevelWatch): void => {
  watch.traded.clear()
  watch.tradedLow = Number.POSITIVE_INFINITY
  watch.tradedHigh = 0
}
