import { describe, expect, it } from 'vitest'
import { INTERVALS } from '../../market/interval.ts'
import { STRATEGIES, strategiesFor } from './index.ts'

/** Longest lookback of a strategy, on the intervals the engine trades. */
const WARMUP_MAX = 2_000

describe('STRATEGIES', () => {
  it('have distinct names, and ids in ascending order', () => {
    const ids = STRATEGIES.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(new Set(STRATEGIES.map(({ name }) => name)).size).toBe(ids.length)
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
  ] as const)('on $interval exclude $missing', ({ interval, missing }) => {
    const ids = strategiesFor(interval).map(({ id }) => id)
    expect(STRATEGIES.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(missing)
  })
})
