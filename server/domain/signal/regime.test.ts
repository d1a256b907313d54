import { describe, expect, it } from 'vitest'
import { classifyRegime, type Regime, type RegimeFigures } from './regime.ts'

describe('regimeOf', () => {
  it.each<[Regime, RegimeFigures]>([
    ['TREND_UP', { adx: 20, rvPercentile: 0.5, slope: 0.001 }],
    ['TREND_DOWN', { adx: 45, rvPercentile: 0.05, slope: -3 }],
    ['VOLATILE', { adx: 45, rvPercentile: 0.95, slope: 1 }],
    ['QUIET', { adx: 19.9, rvPercentile: 0.1, slope: 1 }],
    ['RANGE', { adx: 19.9, rvPercentile: 0.11, slope: 1 }],
    ['RANGE', { adx: 45, rvPercentile: 0.5, slope: 0 }],
    ['INSUFFICIENT_EVIDENCE', { adx: null, rvPercentile: 0.99, slope: 1 }],
    ['INSUFFICIENT_EVIDENCE', { adx: 30, rvPercentile: null, slope: 1 }],
    ['INSUFFICIENT_EVIDENCE', { adx: 30, rvPercentile: 0.5, slope: null }],
  ])('returns %s for %o', (regime, figures) => {
    expect(classifyRegime(figures)).toBe(regime)
  })

  it('applies other thresholds when given', () => {
    const strict = { volatileFrom: 0.4, trendFromAdx: 30, quietUpTo: 0.3 }
    expect([0.2, 0.35, 0.5].map((rvPercentile) => classifyRegime({ adx: 25, rvPercentile, slope: 1 }, strict))).toEqual(
      ['QUIET', 'RANGE', 'VOLATILE'],
    )
  })
})
