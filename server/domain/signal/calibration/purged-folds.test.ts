import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { purgedFolds } from './calibrate.ts'

const timed = (signalAtMs: number, resolvedAtMs: number) => ({ signalAtMs, resolvedAtMs })

type Timed = ReturnType<typeof timed>

/** Returns the folds of samples in order of time, with the samples tested and those learnt from. */
const fold = (samples: readonly Timed[], terms: Parameters<typeof purgedFolds>[1]) => {
  const signalsMs = Float64Array.from(samples, ({ signalAtMs }) => signalAtMs)
  const resolvedMs = Float64Array.from(samples, ({ resolvedAtMs }) => resolvedAtMs)
  return purgedFolds({ signalsMs, resolvedMs }, terms).map(({ from, to, fromMs, toMs }) => ({
    tested: samples.slice(from, to),
    learnt: samples.filter(({ signalAtMs, resolvedAtMs }) => resolvedAtMs < fromMs || signalAtMs > toMs),
  }))
}

describe('purgedFolds', () => {
  it('excludes outcomes that overlap the test period, and those that begin soon after it', () => {
    const samples = [timed(0, 8), timed(10, 25), timed(20, 30), timed(30, 35), timed(41, 50), timed(60, 65)]
    const [, second] = fold(samples, { count: 3, embargoMs: 10 })
    expect(second?.tested).toEqual([timed(20, 30), timed(30, 35)])
    expect(second?.learnt).toEqual([timed(0, 8), timed(60, 65)])
  })

  it('returns no folds without data', () => {
    expect(fold([], { count: 5, embargoMs: 0 })).toEqual([])
    const [only, ...others] = fold([timed(0, 1)], { count: 5, embargoMs: 0 })
    expect(only).toEqual({ tested: [timed(0, 1)], learnt: [] })
    expect(others).toEqual([])
  })

  it('always tests each outcome once, and never trains on overlapping ones', () => {
    const anySample = fc
      .tuple(fc.nat(500), fc.integer({ min: 1, max: 40 }))
      .map(([from, length]) => timed(from, from + length))
    fc.assert(
      fc.property(fc.array(anySample), fc.nat(30), (drawn, embargoMs) => {
        const samples = drawn.toSorted((a, b) => a.signalAtMs - b.signalAtMs || a.resolvedAtMs - b.resolvedAtMs)
        const folds = fold(samples, { count: 5, embargoMs })
        expect(new Set(folds.flatMap(({ tested }) => tested))).toEqual(new Set(samples))
        expect(folds.flatMap(({ tested }) => tested)).toHaveLength(samples.length)
        const pairs = folds.flatMap(({ tested, learnt }) =>
          tested.flatMap((sample) => learnt.map((known) => [sample, known] as const)),
        )
        for (const [sample, known] of pairs) {
          const before = known.resolvedAtMs < sample.signalAtMs
          expect(before || known.signalAtMs > sample.resolvedAtMs + embargoMs).toBe(true)
        }
      }),
    )
  })
})
