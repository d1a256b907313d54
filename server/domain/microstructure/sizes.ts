import { HOUR_MS } from '../../core/instant.ts'
import type { BookSide } from '../market/book-side.ts'
import type { OrderBook } from '../market/order-book.ts'
import type { LevelWatch } from './level-watch.ts'
import { MICRO_RULES } from './micro-rules.ts'
import { createQuantileSketch, estimateQuantile, tally, turnSketch } from './quantile-sketch.ts'

/** Maximum number of levels of each side that are measured, from the touch on. */
const LEVELS_MAX = 400

const SIZES = { from: 1, octaves: 40, slices: 1, sliceMs: HOUR_MS }

/** Measures the levels in the band. */
export const measureLevels = (watch: LevelWatch, book: OrderBook): void => {
  watch.medianSize = medianSize(watch, book) ?? 0
}

/** Sets the size from which an add is large, from the present levels and the adds of the day. */
export const updateLargeThreshold = (watch: LevelWatch): void => {
  const { largeMedians, largeQuantile, largeAddsMin, vanishedShare } = MICRO_RULES
  const adds = estimateQuantile(watch.addSizes, largeQuantile)
  const isKnown = watch.medianSize > 0 && adds !== undefined && adds.n >= largeAddsMin
  watch.largeMin = isKnown ? Math.max(largeMedians * watch.medianSize, adds.value) : Number.POSITIVE_INFINITY
  let smallest = Number.POSITIVE_INFINITY
  for (const { size } of watch.large.watched.values()) smallest = Math.min(smallest, size)
  watch.large.watchFrom = smallest * vanishedShare
}

const medianSize = ({ lowBid, highAsk }: LevelWatch, book: OrderBook): number | undefined => {
  const sizes = createQuantileSketch(SIZES)
  turnSketch(sizes, 0)
  const tallyWithin = (side: BookSide, isWithin: (price: number) => boolean): void => {
    for (const { price, quantity } of side.top(LEVELS_MAX)) {
      if (!isWithin(price)) return
      tally(sizes, quantity)
    }
  }
  tallyWithin(book.bids, (price) => price >= lowBid)
  tallyWithin(book.asks, (price) => price <= highAsk)
  return estimateQuantile(sizes, 0.5)?.value
}
