import { describe, expect, it } from 'vitest'
import { replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { assert } from '../../../core/assert.ts'
import { fundingFade } from './funding-fade.ts'

const onQuarters = fundingFade('15m')
assert(onQuarters, 'the strategy must have a definition for 15m')
const { bars, context, ideas } = onQuarters.golden

describe('fundingFade', () => {
  it('signals four hours after the last low of the day', () => {
    expect(rounded(replayStrategy(onQuarters, bars, { context }))).toEqual(ideas)
  })

  it.each([
    { title: 'funding is not as low', context: (index: number) => ({ ...context(index), fundingPercentile: 0.021 }) },
    {
      title: 'open interest does not grow',
      context: (index: number) => ({ ...context(index), openInterestChange: 0 }),
    },
    { title: 'funding is not known', context: (index: number) => ({ ...context(index), fundingPercentile: null }) },
    {
      title: 'open interest is not known',
      context: (index: number) => ({ ...context(index), openInterestChange: null }),
    },
    { title: 'the low is one bar nearer', bars: withBar(bars, 101, { low: 994 }) },
  ])('is silent when $title', ({ bars: changed = bars, context: known = context }) => {
    expect(replayStrategy(onQuarters, changed, { context: known })).toEqual([])
  })

  it('signals when the low is not below that of the previous day', () => {
    const equalled = withBar(bars, 99, { low: 995 })
    expect(replayStrategy(onQuarters, equalled, { context }).map(({ at }) => at)).toEqual([115, 116])
  })

  it.each([
    { interval: '1m', dayBars: 1_440, calmBars: 240, horizonBars: 960, warmupBars: 1_679 },
    { interval: '5m', dayBars: 288, calmBars: 48, horizonBars: 192, warmupBars: 335 },
    { interval: '15m', dayBars: 96, calmBars: 16, horizonBars: 64, warmupBars: 111 },
    { interval: '4h', dayBars: 6, calmBars: 1, horizonBars: 4, warmupBars: 56 },
  ] as const)('uses $dayBars and $calmBars bars on $interval', ({ interval, warmupBars, horizonBars, ...bars }) => {
    expect(fundingFade(interval)).toMatchObject({ params: { ...bars, horizonBars }, horizonBars, warmupBars })
  })

  it.each(['6h', '1d', '1w'] as const)('does not exist on %s, which is longer than four hours', (interval) => {
    expect(fundingFade(interval)).toBeNull()
  })
})
