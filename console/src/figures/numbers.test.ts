import { expect, it } from 'vitest'
import { formatCountdown, formatSpan } from './instants.ts'
import {
  displayedSign,
  formatExact,
  formatPercent,
  formatRate,
  formatReading,
  formatSigned,
  formatToStep,
  formatUsdt,
} from './numbers.ts'

it('formats decimal strings without conversion to a float', () => {
  expect(formatUsdt('90071992547409931234.567')).toBe('90,071,992,547,409,931,234.57')
  expect(formatExact('0.123456789012345678')).toBe('0.123456789012345678')
  expect(formatUsdt('-1234.5')).toBe('−1,234.50')
  expect(formatExact('12.30')).toBe('12.30')
})

it('formats rates in percent with four places', () => {
  expect([formatRate('0.00015927'), formatRate('-0.0001'), formatRate(null)]).toEqual(['0.0159%', '−0.0100%', '—'])
})

it.each([
  ['64192.43333333', '0.1', '64,192.4'],
  ['64192', '0.1', '64,192.0'],
  ['5.3', '1', '5'],
  ['0.5', '0.001', '0.500'],
  ['120', '10', '120'],
  ['64217', '0.1', '64,217.0'],
])('writes %s in steps of %s as %s', (text, step, written) => {
  expect(formatToStep(text, step)).toBe(written)
})

it('writes the sign of a difference, unless it is zero', () => {
  expect(['2.114', '-0.5', '-0.001', 1.25].map(formatSigned)).toEqual(['+2.11', '−0.50', '0.00', '+1.25'])
})

it.each([
  ['-0.004', '0.00', 0],
  ['0.004', '0.00', 0],
  ['-0.005', '−0.01', -1],
  ['1000', '1,000.00', 1],
] as const)('writes %s USDT as %s, which has the direction %i', (text, written, direction) => {
  expect([formatUsdt(text), displayedSign(written)]).toEqual([written, direction])
})

it('writes no minus before a value that rounds to zero', () => {
  expect(formatToStep('-0.0001', '0.01')).toBe('0.00')
})

it('formats unknown values as unknown', () => {
  expect([formatUsdt(null), formatExact(undefined), formatPercent(null), formatReading(null)]).toEqual(
    Array.from({ length: 4 }, () => '—'),
  )
})

it('formats the value of a rule as a number only when it is one', () => {
  expect(['321152.00000000', 12.3456, 'CLEAR', '2026-01-02'].map(formatReading)).toEqual([
    '321,152',
    '12.346',
    'CLEAR',
    '2026-01-02',
  ])
})

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('formats %i ms as %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text)
})

it.each([
  [28_743_000, '07:59:03'],
  [1, '00:00:01'],
  [-5, '00:00:00'],
])('counts down from %i ms as %s', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text)
})
