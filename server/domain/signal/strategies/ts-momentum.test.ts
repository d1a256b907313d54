import { describe, expect, it } from 'vitest'
import { replayStrategy, rounded, withBar } from '../../../../test/signal/strategies/series.ts'
import { assert } from '../../../core/assert.ts'
import { tsMomentum } from './ts-momentum.ts'

const onQuarters = tsMomentum('15m')
assert(onQuarters, 'the strategy must have a definition for 15m')
const { bars, ideas } = onQuarters.golden

describe('tsMomentum', () => {
  it('signals at the bar that makes the last day unusual', () => {
    expect(rounded(replayStrategy(onQuarters, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the return of the day is too small for its deviation', params: { sigmaMin: 1.03 } },
    { title: 'the week is down', bars: withBar(bars, 40, { close: 1_031 }) },
    { title: 'the day is down', bars: withBar(bars, 616, { close: 1_031 }) },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(replayStrategy(onQuarters, changed, { params })).toEqual([])
  })

  it.each([
    { interval: '1m', slowBars: 1_440, fastBars: 240, warmupBars: 1_440 },
    { interval: '3m', slowBars: 1_440, fastBars: 240, warmupBars: 1_440 },
    { interval: '5m', slowBars: 864, fastBars: 144, warmupBars: 864 },
    { interval: '15m', slowBars: 672, fastBars: 96, warmupBars: 672 },
    { interval: '1h', slowBars: 168, fastBars: 24, warmupBars: 168 },
    { interval: '6h', slowBars: 28, fastBars: 4, warmupBars: 56 },
  ] as const)('uses $slowBars and $fastBars bars on $interval', ({ interval, slowBars, fastBars, warmupBars }) => {
    expect(tsMomentum(interval)).toMatchObject({ params: { slowBars, fastBars }, warmupBars })
  })

  it.each(['12h', '1d', '1w'] as const)('does not exist on %s, where a day is too few bars', (interval) => {
    expect(tsMomentum(interval)).toBeNull()
  })
})
