import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import { adxSeries } from './adx.ts'
import { bollingerSeries } from './bollinger.ts'
import { cciSeries } from './cci.ts'
import { keltnerSeries } from './keltner.ts'
import { macdSeries } from './macd.ts'
import { rocSeries } from './roc.ts'
import { rsiSeries } from './rsi.ts'
import { simpleReturn } from './simple-return.ts'
import { stochasticSeries } from './stochastic.ts'
import { supertrendSeries } from './supertrend.ts'
import { varianceRatioSeries } from './variance-ratio.ts'
import { volatilityPercentileSeries } from './volatility-percentile.ts'
import { zscoreSeries } from './zscore.ts'

const barsAt = (...prices: readonly number[]): Bar[] =>
  prices.map((price, i) => ({
    openMs: i * MINUTE_MS,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1,
    takerBuyVolume: 0.5,
  }))

/** A price no sum of which is exact. */
const still = Array<number>(20).fill(0.1)
const stillBars = barsAt(...still)
const rising = still.map((_, i) => 100 + i)
const falling = rising.map((price) => 300 - price)

describe('in a flat market', () => {
  it.each<[string, readonly unknown[], unknown]>([
    ['rsi is 100, since nothing was lost', rsiSeries(still, 5), 100],
    ['adx and both of its indicators are 0', adxSeries(stillBars, 5), { adx: 0, plus: 0, minus: 0 }],
    ['zscore is 0', zscoreSeries(still, 7), 0],
    ['cci is 0', cciSeries(stillBars, 7), 0],
    [
      'stochastic is 0, as of the reference libraries',
      stochasticSeries(stillBars, { k: 5, d: 3, smooth: 3 }),
      { k: 0, d: 0 },
    ],
    ['the variance ratio is that of a random walk', varianceRatioSeries(still, { q: 2, n: 10 }), 1],
    ['volatility is as high as ever', volatilityPercentileSeries(still, { window: 5, over: 5 }), 1],
    ['Bollinger bands lie on the price', bollingerSeries(still, 7, 2), { middle: 0.1, upper: 0.1, lower: 0.1 }],
    [
      'the Keltner channel lies on the price',
      keltnerSeries(stillBars, { ema: 7, atr: 5, k: 2 }),
      { middle: 0.1, upper: 0.1, lower: 0.1 },
    ],
    ['macd is 0', macdSeries(still, { fast: 3, slow: 7, signal: 3 }), { macd: 0, signal: 0, histogram: 0 }],
    [
      'supertrend has not begun',
      supertrendSeries(stillBars, { atr: 5, k: 3 }),
      { line: Number.NaN, direction: Number.NaN },
    ],
    ['roc is 0', rocSeries(still, 5), 0],
  ])('%s', (_, values, expected) => {
    expect(values.at(-1)).toEqual(expected)
  })
})

describe('in a market that moves in one direction only', () => {
  it.each([
    ['rising', rising, { rsi: 100, plus: 100, minus: 0, adx: 100 }],
    ['falling', falling, { rsi: 0, plus: 0, minus: 100, adx: 100 }],
  ])('rsi and adx are at their limits: %s', (_, prices, { rsi, ...expected }) => {
    expect(rsiSeries(prices, 5).at(-1)).toBe(rsi)
    expect(adxSeries(barsAt(...prices), 5).at(-1)).toEqual(expected)
  })
})

describe('simpleReturn', () => {
  it.each([
    [100, 110, 0.1],
    [100, 90, -0.1],
    [-100, -110, -0.1],
    [-100, -90, 0.1],
  ])('from %d to %d is %d, so that it is antisymmetric in the prices', (from, to, expected) => {
    expect(simpleReturn(from, to)).toBe(expected)
  })

  it('from zero is NaN', () => {
    expect([simpleReturn(0, 1), simpleReturn(0, 0)]).toEqual([Number.NaN, Number.NaN])
  })
})
