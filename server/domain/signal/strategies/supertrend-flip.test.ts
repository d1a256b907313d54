import { describe, expect, it } from 'vitest'
import { makeBars, repeat, replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { supertrendFlip } from './supertrend-flip.ts'

const { bars, ideas } = supertrendFlip.golden

describe('supertrendFlip', () => {
  it('signals at the bar that turns Supertrend up, with its line for a stop', () => {
    expect(rounded(replayStrategy(supertrendFlip, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the bar does not close above the line', bars: withBar(bars, 257, { close: 1_229 }).slice(0, 258) },
    { title: 'the long average falls', bars: makeBars(2_000, [...repeat(125, -3, 1), ...repeat(6, 9)]) },
    { title: 'the trend was up already', bars: makeBars(1_000, repeat(150, 3, -1)) },
  ])('is silent when $title', ({ bars: changed = bars }) => {
    expect(replayStrategy(supertrendFlip, changed)).toEqual([])
  })
})
