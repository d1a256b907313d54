/** Prices and pixel positions for dragging a price line on a chart. */

import { addDecimals, getSign, multiplyDecimals, subtractDecimals, toNearestStep } from '../figures/decimal.ts'

/** Returns the price at a point of the scale, on the nearest tick above zero. */
export const snapPrice = (price: number, tickSize: string): string => {
  const text = price > 0 ? price.toFixed(PLACES_MAX) : '0'
  return atLeastTick(toNearestStep(text, tickSize), tickSize)
}

/** Returns a price moved by a number of ticks, never below the first tick. */
export const stepPrice = (price: string, ticks: number, tickSize: string): string =>
  atLeastTick(addDecimals(price, multiplyDecimals(String(ticks), tickSize)), tickSize)

/** Place of a line on the pane, in pixels from its top. */
export interface LinePlace {
  readonly id: string
  readonly y: number
}

/** Returns the line that a mouse at this height would drag: the nearest one within reach. */
export const findLineAt = (places: readonly LinePlace[], y: number): LinePlace | undefined =>
  places
    .filter((place) => Math.abs(place.y - y) <= REACH_PX)
    .toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y))[0]

/** Range of the y coordinates of handles: what lies above and below it, such as the candle values, stays visible. */
export interface HandleRange {
  readonly topPx: number
  readonly bottomPx: number
}

/** Returns the range of handles on a pane of this height, below a legend of this height. */
export const handleRange = (heightPx: number, legendPx: number): HandleRange => ({
  topPx: legendPx + HALF_PX,
  bottomPx: heightPx - BOTTOM_PX,
})

/** Returns the y coordinate of a line's handle: on the line, or at the end of the range that the line lies beyond. */
export const handleY = (y: number, { topPx, bottomPx }: HandleRange): number => Math.max(topPx, Math.min(bottomPx, y))

/**
 * Returns where handles are placed so that none covers another, in the order of their lines: from the top down, and up
 * again where there is no room below.
 */
export const spreadHandles = (places: readonly number[], apartPx: number, bottomPx: number): readonly number[] => {
  const spread = [...places]
  const downwards = [...places.keys()].toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  let free = Number.NEGATIVE_INFINITY
  for (const index of downwards) {
    spread[index] = Math.max(spread[index] ?? 0, free)
    free = (spread[index] ?? 0) + apartPx
  }
  free = bottomPx
  for (const index of downwards.toReversed()) {
    spread[index] = Math.min(spread[index] ?? 0, free)
    free = (spread[index] ?? 0) - apartPx
  }
  return spread
}

/** Line with its y coordinate, of an order or of a position. */
interface LineAt {
  readonly y: number
  readonly isOrder: boolean
}

/**
 * Returns the lines that have a handle: of the orders beyond the visible prices only the nearest on each side, because
 * the handles of all would cover the chart.
 */
export const withoutFarOrders = <Line extends LineAt>(lines: readonly Line[], heightPx: number): readonly Line[] => {
  const orders = lines.filter(({ isOrder }) => isOrder).toSorted((a, b) => a.y - b.y)
  const nearest = [orders.findLast(({ y }) => y < 0), orders.find(({ y }) => y > heightPx)]
  return lines.filter((line) => !line.isOrder || (line.y >= 0 && line.y <= heightPx) || nearest.includes(line))
}

/**
 * Returns the y coordinate at which a drag of a line begins: the line, or its handle when the line is outside the pane.
 */
export const originY = (y: number, heightPx: number, range: HandleRange): number =>
  y < 0 || y > heightPx ? handleY(y, range) : y

/** Distance between pointer and line within which a press starts a drag. */
const REACH_PX = 4
/** Half of the height of a handle for a coarse pointer. */
const HALF_PX = 18
/** Space for the link at the bottom of the pane. */
const BOTTOM_PX = 48
/** Maximum decimal places of a tick; without rounding, a double near zero would be formatted with an exponent. */
const PLACES_MAX = 10

const atLeastTick = (price: string, tickSize: string): string =>
  getSign(subtractDecimals(price, tickSize)) < 0 ? addDecimals(tickSize, '0') : price
