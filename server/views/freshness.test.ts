import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessFreshness, freshnessOfAll } from './freshness.ts'

const NOW_MS = Date.UTC(2026, 0, 2)
const observed = (agoMs: number) => ({ observedAtMs: NOW_MS - agoMs, maxAgeMs: 5_000 })

describe('freshnessOf', () => {
  it.each([
    { agoMs: 0, status: 'FRESH', ageMs: 0 },
    { agoMs: 5_000, status: 'FRESH', ageMs: 5_000 },
    { agoMs: 5_001, status: 'STALE', ageMs: 5_001 },
    { agoMs: -1, status: 'STALE', ageMs: null },
    { agoMs: -3_600_000, status: 'STALE', ageMs: null },
  ])('returns $status and age $ageMs for an observation of $agoMs ms ago', ({ agoMs, ...expected }) => {
    expect(assessFreshness(observed(agoMs), NOW_MS, 'SIMULATOR')).toMatchObject(expected)
  })
})

describe('freshnessOfAll', () => {
  it('returns no age when one of them is stamped in the future', () => {
    const all = [observed(100), observed(-60_000)]
    expect(freshnessOfAll(all, NOW_MS, 'SIMULATOR')).toMatchObject({ status: 'PARTIAL', ageMs: null })
  })

  it('never returns FRESH when any of them is stamped in the future', () => {
    const ago = fc.integer({ min: -7_200_000, max: 7_200_000 })
    fc.assert(
      fc.property(fc.array(ago), fc.integer({ min: -7_200_000, max: -1 }), (others, ahead) => {
        const all = [...others, ahead].map(observed)
        expect(freshnessOfAll(all, NOW_MS, 'SIMULATOR').status).not.toBe('FRESH')
      }),
    )
  })
})
