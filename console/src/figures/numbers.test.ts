import { expect, it } from 'vitest'
import { formatSpan } from './instants.ts'
import { formatExact, formatPercent, formatReading, formatUsdt } from './numbers.ts'

it('formats decimal text without a float in between', () => {
  expect(formatUsdt('90071992547409931234.567')).toBe('90,071,992,547,409,931,234.57')
  expect(formatExact('0.123456789012345678')).toBe('0.123456789012345678')
  expect(formatUsdt('-1234.5')).toBe('−1,234.50')
})

it('says of what is not known that it is not known', () => {
  expect([formatUsdt(null), formatExact(undefined), formatPercent(null), formatReading(null)]).toEqual(
    Array.from({ length: 4 }, () => '—'),
  )
})

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('tells %i ms as %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text)
})
