import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { purgedFolds } from './calibrate.ts'

const timed = (signalAtMs: number, resolvedAtMs: number) => ({ signalAtMs, resolvedAtMs })

const learns = ({ learnsFrom }: ReturnType<typeof purgedFolds>[number], { signalAtMs, resolvedAtMs }: Timed) =>
  learnsFrom(signalAtMs, resolvedAtMs)

type Timed = ReturnType<typeof timed>

describe('purgedFolds', () => {
  it('excludes outcomes that overlap the test period, and those that begin soon after it', () => {
    const samples = [timed(0, 8), timed(10, 25), timed(20, 30), timed(30, 35), timed(41, 50), timed(60, 65)]
    const [, second] = purgedFolds(samples, { count: 3, embargoMs: 10 })
    expect(second?.tested).toEqual([timed(20, 30), timed(30, 35)])
    expect(samples.filter((sample) => second && learns(second, sample))).toEqual([timed(0, 8), timed(60, 65)])
  })

  it('returns no folds without data', () => {
    expect(purgedFolds([], { count: 5, embargoMs: 0 })).toEqual([])
    const [only, ...others] = purgedFolds([timed(0, 1)], { count: 5, embargoMs: 0 })
    expect(only?.tested).toEqual([timed(0, 1)])
    expect(only && learns(only, timed(0, 1))).toBe(false)
    expect(others).toEqual([])
  })

  it('always tests each outcome once, and never trains on overlapping ones', () => {
    const anySample = fc
      .tuple(fc.nat(500), fc.integer({ min: 1, max: 40 }))
      .map(([from, length]) => timed(from, from + length))
    fc.assert(
      fc.property(fc.array(anySample), fc.nat(30), (samples, embargoMs) => {
        const folds = purgedFolds(samples, { count: 5, embargoMs })
        expect(new Set(folds.flatMap(({ tested }) => tested))).toEqual(new Set(samples))
        expect(folds.flatMap(({ tested }) => tested)).toHaveLength(samples.length)
        const pairs = folds.flatMap((fold) =>
          fold.tested.flatMap((sample) =>
            samples.filter((known) => learns(fold, known)).map((known) => [sample, known] as const),
          ),
        )
        for (const [sample, known] of pairs) {
          const before = known.resolvedAtMs < sample.signalAtMs
          expect(before || known.signalAtMs > sample.resolvedAtMs + embargoMs).toBe(true)
        }
      }),
    )
  })
})
