import { describe, expect, it } from 'vitest'
import { pullbackSeries } from '../../../../test/signal/strategies/golden-series.ts'
import { heard, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { emaTrendPullback } from './ema-trend-pullback.ts'

const { bars } = pullbackSeries

describe('emaTrendPullback', () => {
  it('speaks at the bar that touches the short average and closes above it', () => {
    expect(rounded(heard(emaTrendPullback, bars))).toEqual([
      {
        at: 264,
        idea: {
          kind: 'ENTER',
          direction: 'LONG',
          score: 16.59007792,
          stopLoss: 1246.35961,
          takeProfit: 1266.28078,
          features: { atr: 4.426926666, trendAtr: 16.59007792, risingBars: 65, dipAtr: 1.08411989, rsi: 55.80439465 },
        },
      },
    ])
  })

  it.each([
    { title: 'the averages stand the other way round', params: { fastBars: 200, slowBars: 50 } },
    { title: 'the averages have not risen for long enough', params: { risingBars: 66 } },
    { title: 'only the slow average rises', bars: withBar(bars, 260, { close: 1_200 }), params: { rsiLevel: 52 } },
    { title: 'the bar stays above the short average', bars: withBar(bars, 264, { low: 1_252 }) },
    { title: 'it closes below the short average', bars: withBar(bars, 264, { close: 1_251 }) },
    { title: 'strength has not come back', bars: bars.slice(0, 265), params: { rsiLevel: 56 } },
    { title: 'strength was never gone', params: { rsiLevel: 45 } },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(heard(emaTrendPullback, changed, { params })).toEqual([])
  })
})
