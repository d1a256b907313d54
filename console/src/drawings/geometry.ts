/** Geometry of drawings: conversion between times and bar indices, ray ends, and Fibonacci retracements. */

/** Opening times of the drawn candles, oldest first, and the length of one. */
export interface BarTimes {
  readonly openTimesMs: readonly number[]
  readonly lengthMs: number
}

/** Returns the bar index of an instant, with its fraction; extrapolated beyond the candles by their length. */
export const barAt = ({ openTimesMs, lengthMs }: BarTimes, atMs: number): number => {
  const [first = 0] = openTimesMs
  if (openTimesMs.length === 0 || lengthMs <= 0) return 0
  if (atMs < first) return (atMs - first) / lengthMs
  const index = lastAtOrBefore(openTimesMs, atMs)
  const into = (atMs - (openTimesMs[index] ?? first)) / lengthMs
  return index === openTimesMs.length - 1 ? index + into : index + Math.min(1, into)
}

/** Returns the opening time of the bar nearest to an index, which may lie beyond the candles. */
export const timeAt = ({ openTimesMs, lengthMs }: BarTimes, bar: number): number => {
  const [first = 0] = openTimesMs
  const index = Math.round(bar)
  if (index < 0) return first + index * lengthMs
  const last = openTimesMs.length - 1
  return openTimesMs[index] ?? (openTimesMs[last] ?? first) + (index - last) * lengthMs
}

const lastAtOrBefore = (times: readonly number[], atMs: number): number => {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= atMs) low = middle
    else high = middle - 1
  }
  return low
}

/** Place on the pane, in pixels. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** Returns where a ray from the first spot through the second leaves a pane of this width. */
export const rayEnd = (from: Spot, through: Spot, width: number): Spot => {
  const [dx, dy] = [through.x - from.x, through.y - from.y]
  if (dx === 0) return { x: from.x, y: from.y + Math.sign(dy) * FAR_PX }
  const edge = dx > 0 ? width : 0
  const x = dx > 0 ? Math.max(edge, through.x) : Math.min(edge, through.x)
  return { x, y: from.y + ((x - from.x) / dx) * dy }
}

/** Beyond every screen. */
const FAR_PX = 10_000

/** Shares of a move that a Fibonacci retracement draws. */
export const FIB_SHARES = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

/** Returns the price after a share of a move is retraced, from its end towards its start. */
export const retracedPrice = (start: number, end: number, share: number): number => end + (start - end) * share
