import { describe, expect, it } from 'vitest'
import { replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { emaTrendPullback } from './ema-trend-pullback.ts'

const { bars, ideas } = emaTrendPullback.golden

describe('emaTrendPullback', () => {
  it('signals at the bar that touches the short average and closes above it', () => {
    expect(rounded(replayStrategy(emaTrendPullback, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the averages are in reverse order', params: { fastBars: 200, slowBars: 50 } },
    { title: 'the averages have not risen for long enough', params: { risingBars: 66 } },
    { title: 'only the slow average rises', bars: withBar(bars, 260, { close: 1_200 }), params: { rsiLevel: 52 } },
    { title: 'the bar stays above the short average', bars: withBar(bars, 264, { low: 1_252 }) },
    { title: 'it closes below the short average', bars: withBar(bars, 264, { close: 1_251 }) },
    { title: 'strength has not come back', bars: bars.slice(0, 265), params: { rsiLevel: 56 } },
    { title: 'strength was never gone', params: { rsiLevel: 45 } },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(replayStrategy(emaTrendPullback, changed, { params })).toEqual([])
  })
})
