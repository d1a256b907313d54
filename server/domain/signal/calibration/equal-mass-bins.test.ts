import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalMassRanges } from './score-forecasts.ts'

interface Massed {
  readonly value: number
  readonly weight: number
}

const items = (...values: number[]): Massed[] => values.map((value) => ({ value, weight: 1 }))
const bin = (given: readonly Massed[], count: number): Massed[][] => {
  const values = Float64Array.from(given, ({ value }) => value)
  const weights = Float64Array.from(given, ({ weight }) => weight)
  return equalMassRanges(values, weights, count).map(({ from, to }) => given.slice(from, to))
}

const listValues = (bins: Massed[][]): number[][] => bins.map((bin) => bin.map(({ value }) => value))

describe('equalMassRanges', () => {
  it.each<[string, Massed[], number, number[][]]>([
    [
      'halves',
      items(1, 2, 3, 4),
      2,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['keeps equal values together', items(1, 1, 1, 2), 2, [[1, 1, 1], [2]]],
    ['makes fewer where all are equal', items(5, 5, 5), 3, [[5, 5, 5]]],
    ['makes no more than there are values', items(1, 2), 10, [[1], [2]]],
    ['bins by weight', [{ value: 1, weight: 3 }, ...items(2, 3, 4)], 2, [[1], [2, 3, 4]]],
    ['makes none of nothing', [], 3, []],
  ])('%s', (_, given, count, expected) => {
    expect(listValues(bin(given, count))).toEqual(expected)
  })

  it('always keeps every item, in order, in no more bins than requested', () => {
    const anyItem = fc.record({ value: fc.nat(20), weight: fc.integer({ min: 1, max: 4 }).map((w) => w / 4) })
    fc.assert(
      fc.property(fc.array(anyItem), fc.integer({ min: 1, max: 10 }), (items, count) => {
        const given = items.toSorted((a, b) => a.value - b.value)
        const bins = bin(given, count)
        expect(bins.length).toBeLessThanOrEqual(count)
        expect(bins.flat()).toEqual(given)
        const ends = bins.map((members) => [members[0]?.value, members.at(-1)?.value])
        for (const [index, [, last]] of ends.slice(0, -1).entries())
          expect(last).toBeLessThan(ends[index + 1]?.[0] ?? 0)
      }),
    )
  })
})
