import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aTrade } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { createTradeTape, TAPE_MAX } from './trade-tape.ts'

describe('createTradeTape', () => {
  it('returns the newest trades first, and never more than its capacity or the requested number', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_500 }), fc.nat({ max: 1_200 }), (count, limit) => {
        const tape = createTradeTape()
        for (let sequence = 1; sequence <= count; sequence++) tape.add(aTrade({ sequence }))
        const length = Math.min(count, limit, TAPE_MAX)
        expect(tape.newest(limit).map(({ sequence }) => sequence)).toEqual(
          Array.from({ length }, (_, index) => count - index),
        )
        expect(tape.count).toBe(count)
      }),
      { numRuns: runs(20) },
    )
  })
})
