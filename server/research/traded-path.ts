import { SECOND_MS } from '../core/instant.ts'
import type { MinuteTrades } from './history.ts'
import { getOffsetMs, LAST_POINT, type MinutePrices } from './intrabar-path.ts'

/**
 * Builds the path of the prices within a minute from its trades: open, every turning point, close. Mark prices follow
 * the trades at the distance of the open, within the range of their candle, whose extremes they reach with those of the
 * trades. Returns null for trades that do not agree with the candles, such as an incomplete minute.
 */
export const createTradedPath = (
  trades: MinuteTrades,
  { last, mark, tickSize }: { readonly last: MinutePrices; readonly mark: MinutePrices; readonly tickSize: number },
): TradedPath | null => {
  const prices = trades.price.map((price) => Math.round(price / tickSize))
  const [low, high] = [findLeast(prices), findMost(prices)]
  if (low !== last.low || high !== last.high) return null
  const points = shortenGaps(findTurns(prices, trades.offsetMs, last))
  const distance = last.open - mark.open
  const follow = (price: number): number => {
    if (price === low) return mark.low
    return price === high ? mark.high : Math.min(mark.high, Math.max(mark.low, price - distance))
  }
  const marks = Float64Array.from(points, ({ price }) => follow(price))
  marks[0] = mark.open
  marks[marks.length - 1] = mark.close
  if (findLeast(marks) !== mark.low || findMost(marks) !== mark.high) return null
  return {
    offsetMs: Int32Array.from(points, ({ offsetMs }) => offsetMs),
    last: Int32Array.from(points, ({ price }) => price),
    mark: Int32Array.from(marks),
  }
}

/** Points of a minute from its open to its close, as columns: offset within the minute, and both prices in ticks. */
export interface TradedPath {
  /** Not descending; the first and the last are those of an assumed path. */
  readonly offsetMs: Int32Array
  readonly last: Int32Array
  readonly mark: Int32Array
}

interface PathPoint {
  readonly offsetMs: number
  readonly price: number
}

const [FIRST_MS, LAST_MS] = [getOffsetMs(0), getOffsetMs(LAST_POINT)]

/** Returns open, turning points and close; a price that lasts until the next turn has two points. */
const findTurns = (
  prices: Float64Array,
  offsetsMs: Int32Array,
  { open, close }: Pick<MinutePrices, 'open' | 'close'>,
): readonly PathPoint[] => {
  const points: PathPoint[] = [{ offsetMs: FIRST_MS, price: open }]
  let [price, reachedMs, leftMs, direction] = [open, FIRST_MS, FIRST_MS, 0]
  const turn = (): void => {
    if (direction !== 0) points.push({ offsetMs: reachedMs, price })
    if (leftMs > reachedMs) points.push({ offsetMs: leftMs, price })
  }
  for (let trade = 0; trade < prices.length; trade++) {
    const next = prices[trade] ?? price
    const atMs = Math.min(LAST_MS, Math.max(leftMs, offsetsMs[trade] ?? 0))
    const moves = Math.sign(next - price)
    if (moves !== 0) {
      if (moves !== direction) turn()
      direction = moves
      price = next
      reachedMs = atMs
    }
    leftMs = atMs
  }
  const isAtClose = price === close
  if (!isAtClose && Math.sign(close - price) !== direction) turn()
  else if (isAtClose && reachedMs < LAST_MS && direction !== 0) points.push({ offsetMs: reachedMs, price })
  return [...points, { offsetMs: LAST_MS, price: close }]
}

/** Adds points to parts of the path that are longer than those of an assumed path, because the engine runs at points. */
const shortenGaps = (points: readonly PathPoint[]): readonly PathPoint[] =>
  points.flatMap((point, index) => {
    const from = points[index - 1] ?? point
    const count = Math.ceil((point.offsetMs - from.offsetMs) / GAP_MAX_MS)
    const added = Array.from({ length: Math.max(0, count - 1) }, (_, step) => {
      const share = (step + 1) / count
      return {
        offsetMs: Math.round(from.offsetMs + (point.offsetMs - from.offsetMs) * share),
        price: Math.round(from.price + (point.price - from.price) * share),
      }
    })
    return [...added, point]
  })

/** Longest time between two points of an assumed path. */
const GAP_MAX_MS = 20 * SECOND_MS

const findLeast = (prices: Float64Array): number => prices.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)

const findMost = (prices: Float64Array): number => prices.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
