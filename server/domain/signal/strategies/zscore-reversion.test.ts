import { describe, expect, it } from 'vitest'
import { zscoreSeries } from '../../../../test/signal/strategies/golden-series.ts'
import { heard, NOTHING_KNOWN, rounded } from '../../../../test/signal/strategies/series.ts'
import { zscoreReversion } from './zscore-reversion.ts'

const { bars, context } = zscoreSeries

describe('zscoreReversion', () => {
  it('speaks at the bar far below its mean, for the mean', () => {
    expect(rounded(heard(zscoreReversion, bars, { context }))).toEqual([
      {
        at: 520,
        idea: {
          kind: 'ENTER',
          direction: 'LONG',
          score: 4.048207178,
          stopLoss: 987.2857143,
          takeProfit: 1000.354167,
          features: {
            atr: 3.357142857,
            z: -6.048207178,
            varianceRatio: 0.02354539499,
            fundingZ: 1,
            meanAtr: 1.892730496,
          },
        },
      },
    ])
  })

  it.each([
    { title: 'the close is not as far below its mean', params: { scoreMax: -6.1 } },
    { title: 'the market does not revert enough', params: { ratioMax: 0.0235 } },
    { title: 'longs pay unusual funding', context: () => ({ ...NOTHING_KNOWN, fundingZ: 1.01 }) },
    { title: 'funding is not known', context: () => NOTHING_KNOWN },
    { title: 'fewer differences are known than it looks at', bars: bars.slice(21) },
  ])('is silent when $title', ({ bars: changed = bars, context: known = context, params = {} }) => {
    expect(heard(zscoreReversion, changed, { context: known, params })).toEqual([])
  })
})
