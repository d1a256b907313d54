import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../core/instant.ts'
import { clipRanges, mergeRanges } from '../../core/time-ranges.ts'
import { createRowBuilder, emptyRows, findFault, findGaps, mergeRows, type Rows, withinRange } from './rows.ts'

const JANUARY = Date.UTC(2024, 0, 1)

const candles = (minutes: readonly number[], price = 1): Rows => {
  const builder = createRowBuilder('candles')
  for (const minute of minutes) builder.add(JANUARY + minute * MINUTE_MS, [price, price, price, price, 1, 1, 1, 1])
  return builder.periods().get('2024-01') ?? emptyRows('candles')
}

const readMinutes = ({ time }: Rows): number[] => [...time].map((at) => (at - JANUARY) / MINUTE_MS)

const someMinutes = fc.uniqueArray(fc.nat({ max: 200 }), { maxLength: 60 })

describe('createRowBuilder', () => {
  it('sorts rows into months, with the later of two at the same time', () => {
    const builder = createRowBuilder('mark')
    builder.add(Date.UTC(2024, 1, 1), [2, 2, 2, 2])
    builder.add(JANUARY + MINUTE_MS, [1, 1, 1, 1])
    builder.add(JANUARY, [1, 1, 1, 1])
    builder.add(JANUARY, [3, 3, 3, 3])
    const months = builder.periods()
    expect([...months.keys()]).toEqual(['2024-01', '2024-02'])
    expect([...(months.get('2024-01')?.columns.open ?? [])]).toEqual([3, 1])
  })
})

describe('mergeRows', () => {
  it('is the union, with the newer row when both have one', () => {
    fc.assert(
      fc.property(someMinutes, someMinutes, (older, newer) => {
        const merged = mergeRows(candles(older, 1), candles(newer, 2))
        const all = [...new Set([...older, ...newer])].toSorted((a, b) => a - b)
        expect(readMinutes(merged)).toEqual(all)
        expect([...(merged.columns.open ?? [])]).toEqual(all.map((minute) => (newer.includes(minute) ? 2 : 1)))
        expect(mergeRows(merged, merged)).toEqual(merged)
      }),
    )
  })
})

describe('findGaps', () => {
  it('returns every covered minute without a row, and no other', () => {
    const range = fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 50 }))
    fc.assert(
      fc.property(someMinutes, fc.array(range, { maxLength: 4 }), (minutes, parts) => {
        const covered = parts.map(([from, length]) => ({
          fromMs: JANUARY + from * MINUTE_MS,
          toMs: JANUARY + (from + length) * MINUTE_MS,
        }))
        const gaps = findGaps(candles(minutes), covered)
        for (let minute = 0; minute < 260; minute++) {
          const fromMs = JANUARY + minute * MINUTE_MS
          const inside = (ranges: typeof covered) => clipRanges(ranges, fromMs, fromMs + MINUTE_MS).length > 0
          expect(inside([...gaps])).toBe(inside(covered) && !minutes.includes(minute))
        }
        expect(mergeRanges(gaps)).toEqual(gaps)
      }),
    )
  })
})

describe('withinRange', () => {
  it('retains the rows from the first instant up to, not including, the last', () => {
    const rows = withinRange(candles([0, 1, 2, 3]), { fromMs: JANUARY + MINUTE_MS, toMs: JANUARY + 3 * MINUTE_MS })
    expect(readMinutes(rows)).toEqual([1, 2])
  })
})

describe('findFault', () => {
  const one = (cells: readonly number[], at = JANUARY): Rows => {
    const builder = createRowBuilder('candles')
    builder.add(at, cells)
    return builder.periods().get('2024-01') ?? emptyRows('candles')
  }

  it.each([
    [[2, 3, 1, 2, 5, Number.NaN, Number.NaN, Number.NaN], null],
    [[Number.NaN, 3, 1, 2, 5, 1, 1, 1], 'The open at 2024-01-01T00:00:00.000Z is not a number.'],
    [[2, 3, 0, 2, 5, 1, 1, 1], 'The candle at 2024-01-01T00:00:00.000Z has a price that is not positive.'],
    [[2, 1.5, 1, 2, 5, 1, 1, 1], 'The candle at 2024-01-01T00:00:00.000Z has prices outside its high and low.'],
    [[2, 3, 1, 2, -5, 1, 1, 1], 'The candle at 2024-01-01T00:00:00.000Z has a negative volume.'],
  ])('of %j is %j', (cells, fault) => {
    expect(findFault(one(cells))).toBe(fault)
  })

  it('rejects a candle that does not start on a full minute', () => {
    expect(findFault(one([2, 3, 1, 2, 5, 1, 1, 1], JANUARY + 1))).toBe(
      'The candle at 2024-01-01T00:00:00.001Z does not start on a full minute.',
    )
  })
})
