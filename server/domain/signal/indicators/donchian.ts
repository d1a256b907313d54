/**
 * Donchian channel: value by value (`donchian`), and over a whole series as the reference of the tests
 * (`donchianSeries`).
 */

import type { Bar } from '../bar.ts'
import { highest } from './highest.ts'
import { lowest } from './lowest.ts'

/** Highest high and lowest low of the previous `n` bars, so that the current bar can break out of the channel. */
export const donchian = (n: number): ((bar: Bar) => Channel) => {
  const highestAt = highest(n)
  const lowestAt = lowest(n)
  let [high, low] = [Number.NaN, Number.NaN]
  return (bar) => {
    const channel = { high, low, middle: (high + low) / 2 }
    high = highestAt(bar.high)
    low = lowestAt(bar.low)
    return channel
  }
}

export interface Channel {
  readonly high: number
  readonly low: number
  readonly middle: number
}

export const donchianSeries = (bars: readonly Bar[], n: number): Channel[] =>
  bars.map((_, i) => {
    if (i < n) return { high: Number.NaN, low: Number.NaN, middle: Number.NaN }
    const before = bars.slice(i - n, i)
    const high = Math.max(...before.map((bar) => bar.high))
    const low = Math.min(...before.map((bar) => bar.low))
    return { high, low, middle: (high + low) / 2 }
  })
