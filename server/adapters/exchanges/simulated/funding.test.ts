import { describe, expect, it } from 'vitest'
import { printDecimal } from '../../../core/decimal.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import { createFunding, nextFundingAfter } from './funding.ts'

const MIDNIGHT = Date.UTC(2026, 10, 21)

const rateAt = (premium: (at: number) => number, at = MIDNIGHT + HOUR_MS): string =>
  printDecimal(createFunding(premium).rate(at))

describe('createFunding', () => {
  it.each([
    [0, '0.00010000'],
    [0.0001, '0.00010000'],
    [0.0006, '0.00010000'],
    [-0.0004, '0.00010000'],
    [0.0008, '0.00030000'],
    [-0.0006, '-0.00010000'],
    [0.02, '0.00750000'],
    [-0.02, '-0.00750000'],
  ])('turns a steady premium of %f into a rate of %s', (premium, expected) => {
    expect(rateAt(() => premium)).toBe(expected)
  })

  it('averages the premium over the minutes of the period so far', () => {
    const jumps = (at: number) => (at < MIDNIGHT + 10 * MINUTE_MS ? 0 : 0.004)
    expect(rateAt(jumps, MIDNIGHT + 9 * MINUTE_MS)).toBe('0.00010000')
    expect(rateAt(jumps, MIDNIGHT + 19 * MINUTE_MS)).toBe('0.00150000')
    expect(rateAt(jumps, MIDNIGHT + 8 * HOUR_MS - 1)).toBe('0.00341667')
  })

  it('starts anew with each period', () => {
    const funding = createFunding((at) => (at < MIDNIGHT + 8 * HOUR_MS ? 0.003 : 0))
    expect(printDecimal(funding.rate(MIDNIGHT + 8 * HOUR_MS - 1))).toBe('0.00250000')
    expect(printDecimal(funding.rate(MIDNIGHT + 8 * HOUR_MS))).toBe('0.00010000')
  })

  it('returns the same result whatever was computed before', () => {
    const premium = (at: number) => Math.sin(at / 1e7) / 1_000
    const funding = createFunding(premium)
    for (const hours of [1, 7.9, 3, 12, 0, 23, 3]) {
      const at = MIDNIGHT + hours * HOUR_MS
      expect(funding.rate(at)).toEqual(createFunding(premium).rate(at))
    }
  })
})

describe('nextFundingAfter', () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T07:59:59.999Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00.000Z', '2026-11-21T16:00:00.000Z'],
    ['2026-11-21T23:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ])('returns %s followed by %s', (at, next) => {
    expect(new Date(nextFundingAfter(Date.parse(at))).toISOString()).toBe(next)
  })
})
