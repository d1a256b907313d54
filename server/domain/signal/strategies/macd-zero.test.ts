import { describe, expect, it } from 'vitest'
import { makeBars, repeat, replayStrategy, rounded } from '../../../../test/signal/strategies/series.ts'
import { macdZero } from './macd-zero.ts'

const { bars, ideas } = macdZero.golden

describe('macdZero', () => {
  it('signals at the bar on which MACD crosses its signal', () => {
    expect(rounded(replayStrategy(macdZero, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the histogram has not risen for long enough', params: { risingBars: 7 } },
    { title: 'there is no cross', bars: makeBars(1_000, repeat(70, 2, -1)).slice(0, 130) },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(replayStrategy(macdZero, changed, { params })).toEqual([])
  })

  it.each([
    { title: 'below zero', moves: repeat(8, 2) },
    { title: 'from below zero to above it', moves: [4, 200] },
  ])('returns nothing for a long on a cross $title', ({ moves }) => {
    const crossing = makeBars(2_000, [...repeat(60, -1), ...repeat(4, -3), ...moves])
    expect(replayStrategy(macdZero, crossing).filter(({ idea }) => idea.direction === 'LONG')).toEqual([])
  })
})
