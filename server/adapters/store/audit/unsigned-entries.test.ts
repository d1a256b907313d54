import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEntry } from './audit-samples.ts'
import { NOTHING } from './entry-line.ts'
import { noRemarks } from './finding.ts'
import { exceedsLimits, nextCheckpointEntries } from './unsigned-entries.ts'
import { createUnsignedJudge } from './verify-unsigned.ts'

const MINUTE = 60_000

describe('exceedsLimits', () => {
  it.each([
    { to: 320, untilMs: 3 * MINUTE, expected: false },
    { to: 321, untilMs: 0, expected: true },
    { to: 2, untilMs: 3 * MINUTE + 1, expected: true },
    { to: 2, untilMs: -60 * MINUTE, expected: false },
  ])('returns $expected for $to entries in $untilMs ms', ({ to, untilMs, expected }) => {
    expect(exceedsLimits({ from: 1, to, sinceMs: 0, untilMs })).toBe(expected)
  })
})

describe('stretchOf', () => {
  it('always takes at least one entry, from the first on, and never too many for one checkpoint', () => {
    const times = fc.array(fc.integer({ min: 0, max: 10 * MINUTE }), { minLength: 1, maxLength: 600 })
    fc.assert(
      fc.property(times, (all) => {
        const given = all.map((atMs, index) => anEntry(index, { atMs }))
        const taken = nextCheckpointEntries(given)
        const [first, last] = [taken[0], taken.at(-1)]
        expect(taken).toEqual(given.slice(0, taken.length))
        expect(taken.length).toBeGreaterThan(0)
        const [sinceMs, untilMs] = [first?.atMs ?? 0, last?.atMs ?? 0]
        expect(exceedsLimits({ from: 1, to: taken.length, sinceMs, untilMs })).toBe(false)
      }),
    )
  })
})

describe('createUnsignedJudge', () => {
  it.each([
    { last: 400, expected: 1 },
    { last: 300, expected: 0 },
  ])('finds $found when only the entries up to $last can be judged', ({ last, expected }) => {
    const remarks = noRemarks()
    const judge = createUnsignedJudge(last, remarks)
    for (let seq = 1; seq <= 400; seq++) judge.accept({ ...anEntry(0), seq, prevHash: NOTHING, hash: NOTHING })
    judge.settle()
    judge.settle()
    expect(remarks.findings).toHaveLength(expected)
  })
})
