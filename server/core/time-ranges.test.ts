import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimeRange } from './instant.ts'
import { clipRanges, mergeRanges } from './time-ranges.ts'

const END = 60
const instant = fc.integer({ min: 0, max: END })
const anyRanges = fc.array(fc.record({ fromMs: instant, toMs: instant }), { maxLength: 12, size: 'max' })

/** Every instant that lies in one of the ranges. */
const listInstants = (ranges: readonly TimeRange[]): number[] =>
  Array.from({ length: END + 1 }, (_, at) => at).filter((at) =>
    ranges.some(({ fromMs, toMs }) => fromMs <= at && at < toMs),
  )

describe('mergeRanges', () => {
  it('covers the same instants with ranges that are in order and never touch', () => {
    fc.assert(
      fc.property(anyRanges, (ranges) => {
        const merged = mergeRanges(ranges)
        expect(listInstants(merged)).toEqual(listInstants(ranges))
        for (const [index, range] of merged.entries()) {
          expect(range.fromMs).toBeLessThan(range.toMs)
          expect(range.fromMs).toBeGreaterThan(merged[index - 1]?.toMs ?? -1)
        }
      }),
    )
  })

  it('joins ranges that touch and leaves its input unchanged', () => {
    const ranges = Object.freeze([
      { fromMs: 5, toMs: 9 },
      { fromMs: 1, toMs: 5 },
      { fromMs: 7, toMs: 7 },
    ])
    expect(mergeRanges(ranges)).toEqual([{ fromMs: 1, toMs: 9 }])
    expect(ranges[0]).toEqual({ fromMs: 5, toMs: 9 })
  })
})

describe('clipRanges', () => {
  it('keeps exactly the instants inside the window', () => {
    fc.assert(
      fc.property(anyRanges, instant, instant, (ranges, fromMs, toMs) => {
        const inside = listInstants(ranges).filter((at) => fromMs <= at && at < toMs)
        expect(listInstants(clipRanges(ranges, fromMs, toMs))).toEqual(inside)
      }),
    )
  })
})
