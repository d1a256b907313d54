import { describe, expect, it } from 'vitest'
import { NOTHING_KNOWN, replayStrategy, rounded } from '../../../../test/signal/strategies/series.ts'
import { zscoreReversion } from './zscore-reversion.ts'

const { bars, context, ideas } = zscoreReversion.golden

describe('zscoreReversion', () => {
  it('signals at the bar far below its mean, with the mean as target', () => {
    expect(rounded(replayStrategy(zscoreReversion, bars, { context }))).toEqual(ideas)
  })

  it.each([
    { title: 'the close is not as far below its mean', params: { scoreMax: -6.1 } },
    { title: 'the market does not revert enough', params: { ratioMax: 0.0235 } },
    { title: 'longs pay unusual funding', context: () => ({ ...NOTHING_KNOWN, fundingZ: 1.01 }) },
    { title: 'funding is not known', context: () => NOTHING_KNOWN },
    { title: 'fewer differences are known than it needs', bars: bars.slice(21) },
  ])('is silent when $title', ({ bars: changed = bars, context: known = context, params = {} }) => {
    expect(replayStrategy(zscoreReversion, changed, { context: known, params })).toEqual([])
  })
})
