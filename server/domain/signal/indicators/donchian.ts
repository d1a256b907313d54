import type { Bar } from '../bar.ts'
import { createWindow, push, windowHighest, windowLowest } from './window.ts'

export interface Channel {
  readonly high: number
  readonly low: number
  readonly middle: number
}

/** The channel of the `n` bars before this one, which can therefore break out of it. */
export const donchian = (n: number): ((bar: Bar) => Channel) => {
  const highs = createWindow(n)
  const lows = createWindow(n)
  return (bar) => {
    const high = windowHighest(highs)
    const low = windowLowest(lows)
    push(highs, bar.high)
    push(lows, bar.low)
    return { high, low, middle: (high + low) / 2 }
  }
}

export const donchianSeries = (bars: readonly Bar[], n: number): Channel[] =>
  bars.map((_, i) => {
    if (i < n) return { high: Number.NaN, low: Number.NaN, middle: Number.NaN }
    const before = bars.slice(i - n, i)
    const high = Math.max(...before.map((bar) => bar.high))
    const low = Math.min(...before.map((bar) => bar.low))
    return { high, low, middle: (high + low) / 2 }
  })
