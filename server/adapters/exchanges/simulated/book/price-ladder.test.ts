import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../../test/support/runs.ts'
import { createPriceLadder, NO_KEY } from './price-ladder.ts'

const anyKey = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -3_000, max: 3_000 }),
  fc.constantFrom(-1_025, -1_024, -1_023, -1, 0, 31, 32, 1_023, 1_024, 600_000, -600_000),
)
const anyChange = fc.record({ key: anyKey, present: fc.boolean() })

describe('createPriceLadder', () => {
  it('is empty at first', () => {
    const ladder = createPriceLadder<string>()
    expect([ladder.highest(), ladder.below(5), ladder.get(5)]).toEqual([NO_KEY, NO_KEY, undefined])
  })

  it('always matches a sorted map', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 80 }), fc.array(anyKey), (changes, queries) => {
        const ladder = createPriceLadder<string>()
        const model = new Map<number, string>()
        for (const [place, { key, present }] of changes.entries()) {
          if (present) {
            ladder.set(key, `value ${place}`)
            model.set(key, `value ${place}`)
          } else {
            ladder.remove(key)
            model.delete(key)
          }
          expect(ladder.highest()).toBe(Math.max(NO_KEY, ...model.keys()))
        }
        for (const key of queries) {
          expect(ladder.get(key)).toBe(model.get(key))
          const lower = [...model.keys()].filter((other) => other < key)
          expect(ladder.below(key)).toBe(Math.max(NO_KEY, ...lower))
        }
      }),
      { numRuns: runs(75) },
    )
  })
})
