import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import { supertrend } from './supertrend.ts'

/** Bars of range 2 that close at these prices, half way up. */
const barsClosing = (...closes: readonly number[]): Bar[] =>
  closes.map((close, i) => ({
    openMs: i * MINUTE_MS,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 1,
    takerBuyVolume: null,
  }))

const closingAbove = (bar: Bar): Bar => ({ ...bar, low: bar.low - 0.5 })

const directions = (bars: readonly Bar[]): number[] =>
  bars.map(supertrend({ atr: 1, k: 2 })).map((one) => one.direction)

describe('supertrend', () => {
  it('follows the market with its line and never moves back', () => {
    const values = barsClosing(100, 100, 101, 102, 103, 102.5)
      .map(closingAbove)
      .map(supertrend({ atr: 1, k: 2 }))
    expect(values).toEqual([
      { line: Number.NaN, direction: Number.NaN },
      { line: 94.75, direction: 1 },
      { line: 95.75, direction: 1 },
      { line: 96.75, direction: 1 },
      { line: 97.75, direction: 1 },
      { line: 97.75, direction: 1 },
    ])
  })

  it('turns on a close beyond the line, in both directions', () => {
    const bars = barsClosing(100, 100, 101, 80, 79, 110, 111).map(closingAbove)
    expect(directions(bars)).toEqual([Number.NaN, 1, 1, -1, -1, 1, 1])
  })

  it('does not turn on a low beyond the line', () => {
    const bars = barsClosing(100, 100, 101, 102).map(closingAbove)
    const deep = bars.map((bar, i) => (i === 3 ? { ...bar, low: 50 } : bar))
    expect(directions(deep)).toEqual([Number.NaN, 1, 1, 1])
  })

  it.each([1, -1])('neither turns nor releases its line on a close at it (trend %i)', (sign) => {
    const line = 94.75
    const bars = barsClosing(100, 100, line, 95).map(closingAbove)
    const turned = bars.map((bar) => (sign === 1 ? bar : { ...bar, high: -bar.low, low: -bar.high, close: -bar.close }))
    const values = turned.map(supertrend({ atr: 1, k: 2 })).slice(1)
    expect(values).toEqual(Array(3).fill({ line: sign * line, direction: sign }))
  })

  it('begins with the first bar that closes away from its midpoint', () => {
    const bars = barsClosing(100, 100, 100, 100)
    expect(directions(bars.map((bar, i) => (i === 2 ? closingAbove(bar) : bar)))).toEqual([
      Number.NaN,
      Number.NaN,
      1,
      1,
    ])
  })
})
