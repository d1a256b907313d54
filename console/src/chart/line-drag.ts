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

/**
 * Returns the y coordinate of a line's handle: on the line, or near the pane edge when the line is outside the pane.
 */
export const handleY = (y: number, heightPx: number): number =>
  Math.max(y < 0 ? TOP_PX : HALF_PX, Math.min(heightPx - BOTTOM_PX, y))

/**
 * Returns where handles are placed so that none covers another, in the order of their lines: from the top down, and up
 * again where there is no room below.
 */
export const spreadHandles = (places: readonly number[], apartPx: number, heightPx: number): readonly number[] => {
  const spread = [...places]
  const downwards = [...places.keys()].toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  let free = Number.NEGATIVE_INFINITY
  for (const index of downwards) {
    spread[index] = Math.max(spread[index] ?? 0, free)
    free = (spread[index] ?? 0) + apartPx
  }
  free = heightPx - BOTTOM_PX
  for (const index of downwards.toReversed()) {
    spread[index] = Math.min(spread[index] ?? 0, free)
    free = (spread[index] ?? 0) - apartPx
  }
  return spread
}

/**
 * Returns the y coordinate at which a drag of a line begins: the line, or its handle when the line is outside the pane.
 */
export const originY = (y: number, heightPx: number): number => (y < 0 || y > heightPx ? handleY(y, heightPx) : y)

/** Distance between pointer and line within which a press starts a drag. */
const REACH_PX = 4
/** Half of the height of a handle. */
const HALF_PX = 12
/** Space for the candle values at the top of the pane, and for the link at its bottom. */
const TOP_PX = 48
const BOTTOM_PX = 48
/** Maximum decimal places of a tick; without rounding, a double near zero would be formatted with an exponent. */
const PLACES_MAX = 10

const atLeastTick = (price: string, tickSize: string): string =>
  getSign(subtractDecimals(price, tickSize)) < 0 ? addDecimals(tickSize, '0') : price
