import { describe, expect, it } from 'vitest'
import { replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { bbReversion } from './bb-reversion.ts'

const { bars, ideas } = bbReversion.golden

describe('bbReversion', () => {
  it('signals at the close that is back above the lower band, with the middle band as target', () => {
    expect(rounded(replayStrategy(bbReversion, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'no close was below the band', bars: withBar(bars, 100, { close: 999 }) },
    { title: 'the close stays below the band', bars: withBar(bars, 101, { close: 996 }).slice(0, 102) },
    { title: 'there is a trend', params: { adxMax: 13.7 } },
    { title: 'the close is above the middle band already', bars: withBar(bars, 101, { close: 1_001 }) },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(replayStrategy(bbReversion, changed, { params })).toEqual([])
  })
})
