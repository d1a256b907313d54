import { describe, expect, it } from 'vitest'
import { replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { nr7Expansion } from './nr7-expansion.ts'

const { bars, ideas } = nr7Expansion.golden

describe('nr7Expansion', () => {
  it('signals at the close above the narrow bar, with its low for a stop', () => {
    expect(rounded(replayStrategy(nr7Expansion, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the bar before is as wide as another', bars: withBar(bars, 40, { high: 1_005 }) },
    { title: 'one of the six before it was as narrow', bars: withBar(bars, 34, { high: 1_004 }) },
    { title: 'the close only reaches its high', bars: withBar(bars, 41, { close: 1_004 }) },
  ])('is silent when $title', ({ bars: changed = bars }) => {
    expect(replayStrategy(nr7Expansion, changed)).toEqual([])
  })

  it('uses no more than seven bars', () => {
    expect(replayStrategy(nr7Expansion, withBar(bars, 33, { high: 1_004 })).map(({ at }) => at)).toEqual([41])
  })
})
