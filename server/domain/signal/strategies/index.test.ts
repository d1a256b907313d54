import { describe, expect, it } from 'vitest'
import { INTERVALS } from '../../market/interval.ts'
import { STRATEGIES, strategiesFor } from './index.ts'

/** Longest lookback of a strategy, on the intervals the engine trades. */
const WARMUP_MAX = 2_000

describe('STRATEGIES', () => {
  it('are the twelve in order of id', () => {
    expect(STRATEGIES.map(({ id, name, family, needs }) => [id, name, family, ...needs])).toEqual([
      ['S01', 'DONCHIAN_BREAKOUT', 'TREND'],
      ['S02', 'EMA_TREND_PULLBACK', 'TREND'],
      ['S03', 'SUPERTREND_FLIP', 'TREND'],
      ['S04', 'TS_MOMENTUM', 'MOMENTUM'],
      ['S05', 'MACD_ZERO', 'MOMENTUM'],
      ['S06', 'BB_REVERSION', 'MEAN_REVERSION'],
      ['S07', 'ZSCORE_REVERSION', 'MEAN_REVERSION', 'FUNDING'],
      ['S08', 'RSI2_DIP', 'MEAN_REVERSION'],
      ['S09', 'SQUEEZE_RELEASE', 'VOLATILITY'],
      ['S10', 'NR7_EXPANSION', 'VOLATILITY'],
      ['S11', 'FUNDING_FADE', 'CARRY', 'FUNDING', 'OPEN_INTEREST'],
      ['S12', 'BASIS_REVERSION', 'CARRY', 'BASIS'],
    ])
  })

  it.each(INTERVALS)('on %s use at most 2,000 bars and hold for at least one', (interval) => {
    for (const { warmupBars, horizonBars, params } of strategiesFor(interval)) {
      expect(warmupBars).toBeLessThanOrEqual(WARMUP_MAX)
      expect(horizonBars).toBeGreaterThanOrEqual(1)
      expect(params.horizonBars).toBe(horizonBars)
    }
  })

  it.each([
    { interval: '4h', missing: [] },
    { interval: '6h', missing: ['S11'] },
    { interval: '12h', missing: ['S04', 'S11'] },
    { interval: '1w', missing: ['S04', 'S11'] },
  ] as const)('on $interval leave out $missing', ({ interval, missing }) => {
    const ids = strategiesFor(interval).map(({ id }) => id)
    expect(STRATEGIES.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(missing)
  })
})
