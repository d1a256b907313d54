import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GATES } from '../domain/risk/gates/index.ts'
import type { RefusedEntries } from './ports.ts'
import { computeShare } from './top-blockers.ts'

/** Ten entries: two for G02 alone, three for G08 alone, four for both, one for three gates. */
const REFUSED: readonly RefusedEntries[] = [
  { gates: ['G02'], count: 2 },
  { gates: ['G02', 'G08'], count: 4 },
  { gates: ['G02', 'G08', 'G20'], count: 1 },
  { gates: ['G08'], count: 3 },
]

describe('the share of a blocker', () => {
  it.each<[string, number | null, number | null]>([
    ['G02', 0.43333333, 2],
    ['G08', 0.53333333, 3],
    ['G20', 0.03333333, 0],
    ['G24', 0, 0],
    ['STATE', 0.43333333, 2],
    ['BREAKER', null, null],
    ['MARKET', null, null],
  ])('%s', (blockerId, share, soleBlockerCount) => {
    expect(computeShare(REFUSED, blockerId)).toEqual({ share, soleBlockerCount })
  })

  it('is unknown while nothing was blocked', () => {
    expect(computeShare([], 'G02')).toEqual({ share: null, soleBlockerCount: null })
  })

  it('always sums to one over all gates', () => {
    const aSet = fc.record({
      gates: fc.uniqueArray(fc.constantFrom(...GATES.map(({ id }) => id)), { minLength: 1, maxLength: 6 }),
      count: fc.integer({ min: 1, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(aSet, { minLength: 1, maxLength: 20 }), (refused) => {
        const sum = GATES.reduce((total, { id }) => total + (computeShare(refused, id).share ?? Number.NaN), 0)
        expect(sum).toBeCloseTo(1, 6)
      }),
    )
  })
})
