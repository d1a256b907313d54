import { expect, it } from 'vitest'
import { beginPeriod } from './period.ts'

const NOON_MS = Date.parse('2026-03-31T12:00:00Z')

it.each([
  ['1', '2026-03-31T00:00:00.000Z'],
  ['7', '2026-03-25T00:00:00.000Z'],
  ['30', '2026-03-02T00:00:00.000Z'],
] as const)('begins the period of %s days at %s', (period, expected) => {
  expect(new Date(beginPeriod(period, NOON_MS) ?? 0).toISOString()).toBe(expected)
})

it('has no beginning without a limit', () => {
  expect(beginPeriod('all', NOON_MS)).toBeNull()
})
