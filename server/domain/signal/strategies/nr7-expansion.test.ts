import { describe, expect, it } from 'vitest'
import { narrowSeries } from '../../../../test/signal/strategies/golden-series.ts'
import { heard, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { nr7Expansion } from './nr7-expansion.ts'

const { bars } = narrowSeries

describe('nr7Expansion', () => {
  it('speaks at the close above the narrow bar, with its low for a stop', () => {
    expect(rounded(heard(nr7Expansion, bars))).toEqual([
      {
        at: 41,
        idea: {
          kind: 'ENTER',
          direction: 'LONG',
          score: 0.364990689,
          stopLoss: 997,
          takeProfit: 1027,
          features: { atr: 8.219387755, narrowAtr: 0.851644941, breakoutAtr: 0.364990689 },
        },
      },
    ])
  })

  it.each([
    { title: 'the bar before is as wide as another', bars: withBar(bars, 40, { high: 1_005 }) },
    { title: 'one of the six before it was as narrow', bars: withBar(bars, 34, { high: 1_004 }) },
    { title: 'the close only reaches its high', bars: withBar(bars, 41, { close: 1_004 }) },
  ])('is silent when $title', ({ bars: changed = bars }) => {
    expect(heard(nr7Expansion, changed)).toEqual([])
  })

  it('does not look further back than seven bars', () => {
    expect(heard(nr7Expansion, withBar(bars, 33, { high: 1_004 })).map(({ at }) => at)).toEqual([41])
  })
})
