import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS, type TimeRange } from '../../../core/instant.ts'
import { computeUniqueness } from './signal-outcome.ts'

const span = (from: number, to: number): TimeRange => ({ fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS })

/** Returns the uniqueness of each span, in any order. */
const weigh = (spans: readonly TimeRange[]): readonly number[] => {
  const ordered = spans.toSorted((a, b) => a.fromMs - b.fromMs)
  const weights = computeUniqueness({
    fromMs: Float64Array.from(ordered, ({ fromMs }) => fromMs),
    toMs: Float64Array.from(ordered, ({ toMs }) => toMs),
  })
  return spans.map((span) => weights[ordered.indexOf(span)] ?? Number.NaN)
}

describe('computeUniqueness', () => {
  it.each<[string, readonly TimeRange[], readonly number[]]>([
    ['nothing', [], []],
    ['one alone', [span(0, 5)], [1]],
    ['two that only touch', [span(0, 5), span(5, 9)], [1, 1]],
    ['two alike', [span(0, 5), span(0, 5)], [0.5, 0.5]],
    ['one inside another', [span(0, 4), span(1, 3)], [0.75, 0.5]],
    ['a chain, in any order', [span(2, 6), span(0, 4), span(4, 8)], [0.5, 0.75, 0.75]],
  ])('of %s', (_, spans, expected) => {
    const shares = weigh(spans)
    expect(shares).toHaveLength(expected.length)
    for (const [index, share] of shares.entries()) expect(share).toBeCloseTo(expected[index] ?? Number.NaN, 12)
  })

  it('is always the mean over minutes of the reciprocal of the number open', () => {
    const anySpan = fc
      .tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }))
      .map(([from, minutes]) => span(from, from + minutes))
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 25 }), (spans) => {
        const openIn = (ms: number): number => spans.filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs).length
        const shares = weigh(spans)
        for (const [index, { fromMs, toMs }] of spans.entries()) {
          let sum = 0
          for (let ms = fromMs; ms < toMs; ms += MINUTE_MS) sum += 1 / openIn(ms)
          expect(shares[index]).toBeCloseTo(sum / ((toMs - fromMs) / MINUTE_MS), 9)
        }
      }),
    )
  })

  it('is for each of several symbols what it is for that symbol alone', () => {
    const anySpans = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 30 })), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(anySpans, { maxLength: 5 }), (symbols) => {
        const columns = symbols.map((spans) => {
          const ordered = spans.toSorted(([a], [b]) => a - b)
          return {
            fromMs: Float64Array.from(ordered, ([from]) => from),
            toMs: Float64Array.from(ordered, ([from, length]) => from + length),
          }
        })
        const all = {
          fromMs: Float64Array.from(columns.flatMap(({ fromMs }) => [...fromMs])),
          toMs: Float64Array.from(columns.flatMap(({ toMs }) => [...toMs])),
        }
        let count = 0
        const ends = columns.map(({ fromMs }) => (count += fromMs.length))
        expect([...computeUniqueness(all, ends)]).toEqual(columns.flatMap((spans) => [...computeUniqueness(spans)]))
      }),
    )
  })

  it('rejects an outcome of zero duration', () => {
    expect(() => weigh([span(3, 3)])).toThrow('must not be empty')
  })
})
