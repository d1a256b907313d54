import { describe, expect, it } from 'vitest'
import { addMonths, buildMonth, formatNarrow } from './calendar.ts'

describe('the calendar of a month', () => {
  it('has its weeks from Monday, with the days that had closed positions', () => {
    const closed = { day: '2026-02-28', trades: 3, net: '-1.50000000' }
    const weeks = buildMonth('2026-02', [closed, { ...closed, day: '2026-03-01' }])
    expect(weeks).toHaveLength(5)
    expect(weeks[0]?.map((day) => day?.day ?? null)).toEqual([null, null, null, null, null, null, '2026-02-01'])
    expect(weeks[4]?.[5]).toEqual(closed)
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(28)
    expect(weeks[1]?.[0]).toEqual({ day: '2026-02-02', trades: 0, net: '0' })
  })

  it.each([
    ['2026-06', 5],
    ['2026-08', 6],
    ['2027-02', 4],
  ])('of %s has %i weeks', (month, expected) => {
    expect(buildMonth(month, [])).toHaveLength(expected)
  })

  it.each([
    ['2026-01', -1, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-03', 0, '2026-03'],
  ])('%s and %i months is %s', (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected)
  })
})

it.each([
  ['0.374', '0.37'],
  ['-9.99', '−9.99'],
  ['12.5', '13'],
  ['-999', '−999'],
  ['1234.5', '1.2K'],
])('formats %s for a narrow cell as %s', (text, expected) => {
  expect(formatNarrow(text)).toBe(expected)
})
