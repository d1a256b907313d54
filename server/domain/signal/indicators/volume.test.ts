import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import { cvd } from './cvd.ts'
import { obv } from './obv.ts'
import { vwap } from './vwap.ts'

const aBar = (bar: Partial<Bar> = {}): Bar => ({
  openMs: 0,
  open: 100,
  high: 110,
  low: 90,
  close: 100,
  volume: 10,
  takerBuyVolume: 5,
  ...bar,
})

describe('vwap', () => {
  it('restarts at 00:00 UTC, whatever the volume before', () => {
    const bars = [
      aBar({ openMs: DAY_MS - 2 * HOUR_MS }),
      aBar({ openMs: DAY_MS - HOUR_MS, high: 130, low: 110, close: 120, volume: 30 }),
      aBar({ openMs: DAY_MS, high: 60, low: 40, close: 50, volume: 1 }),
      aBar({ openMs: DAY_MS + HOUR_MS, high: 80, low: 60, close: 70, volume: 1 }),
    ]
    expect(bars.map(vwap())).toEqual([100, 115, 50, 60])
  })

  it('is NaN until the first trade of the day', () => {
    const bars = [aBar({ volume: 0 }), aBar(), aBar({ volume: 0 }), aBar({ openMs: DAY_MS, volume: 0 })]
    expect(bars.map(vwap())).toEqual([Number.NaN, 100, 100, Number.NaN])
  })
})

describe('cvd', () => {
  it('adds taker buys and subtracts taker sells', () => {
    const bars = [aBar({ takerBuyVolume: 10 }), aBar({ takerBuyVolume: 0 }), aBar({ takerBuyVolume: 7 }), aBar()]
    expect(bars.map(cvd())).toEqual([10, 0, 4, 4])
  })

  it('returns NaN from the first bar on that lacks the taker buy volume', () => {
    const bars = [aBar({ takerBuyVolume: 7 }), aBar({ takerBuyVolume: null }), aBar({ takerBuyVolume: 7 })]
    expect(bars.map(cvd())).toEqual([4, Number.NaN, Number.NaN])
  })
})

describe('obv', () => {
  it('adds the volume of a higher close, subtracts that of a lower one and skips an equal one', () => {
    const bars = [100, 101, 101, 99, 102].map((close, i) => aBar({ close, volume: i + 1 }))
    expect(bars.map(obv())).toEqual([0, 2, 2, -2, 3])
  })
})
