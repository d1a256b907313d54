import { describe, expect, it } from 'vitest'
import type { Bar } from '../bar.ts'
import { donchian } from './donchian.ts'
import { highest } from './highest.ts'
import { lagged } from './lagged.ts'
import { lowest } from './lowest.ts'

const barBetween = (low: number, high: number): Bar => ({
  openMs: 0,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
  takerBuyVolume: null,
})

describe('extremes', () => {
  it('count the present value', () => {
    expect([3, 1, 2, 5].map(highest(2))).toEqual([Number.NaN, 3, 2, 5])
    expect([3, 1, 2, 5].map(lowest(2))).toEqual([Number.NaN, 1, 1, 2])
  })

  it('of a Donchian channel leave the present bar out, so that it can break out', () => {
    const none = { high: Number.NaN, low: Number.NaN, middle: Number.NaN }
    const bars = [barBetween(1, 3), barBetween(2, 5), barBetween(4, 9), barBetween(8, 9)]
    expect(bars.map(donchian(2))).toEqual([
      none,
      none,
      { high: 5, low: 1, middle: 3 },
      { high: 9, low: 2, middle: 5.5 },
    ])
  })
})

describe('lagged', () => {
  it('gives each value once it is so many steps old', () => {
    expect([1, 2, 3, 4].map(lagged(2))).toEqual([Number.NaN, Number.NaN, 1, 2])
  })
})
