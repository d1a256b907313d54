import { describe, expect, it } from 'vitest'
import { makeBars, repeat, replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { donchianBreakout } from './donchian-breakout.ts'

const { bars, ideas } = donchianBreakout.golden

describe('donchianBreakout', () => {
  it('signals at the one close above the channel', () => {
    expect(rounded(replayStrategy(donchianBreakout, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the close only reaches the channel', bars: withBar(bars, 510, { close: 1_243 }) },
    { title: 'a bar of the channel reached higher', bars: withBar(bars, 490, { high: 1_300 }) },
    { title: 'the trend is too weak', params: { adxMin: 100.1 } },
    { title: 'volatility is too high', params: { volatilityMax: 0.94 } },
    { title: 'nothing wilder came before', bars: makeBars(1_000, [...repeat(255, 3, -2), 12, -12], { up: 6 }) },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(replayStrategy(donchianBreakout, changed, { params })).toEqual([])
  })

  it('ignores the high of the bar before the channel', () => {
    expect(replayStrategy(donchianBreakout, withBar(bars, 489, { high: 1_300 })).map(({ at }) => at)).toEqual([510])
  })
})
