import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../core/instant.ts'
import { computeFunding, type FundingHold } from './compute-cost.ts'

const NOON_MS = Date.UTC(2026, 10, 21, 12)

const hold = (changes: Partial<FundingHold>): FundingHold => ({
  direction: 'LONG',
  rate: 0.0001,
  nextFundingAtMs: NOON_MS + 4 * HOUR_MS,
  intervalMs: 8 * HOUR_MS,
  fromMs: NOON_MS,
  toMs: NOON_MS + 24 * HOUR_MS,
  ...changes,
})

describe('fundingOf', () => {
  it.each<[string, Partial<FundingHold>, number]>([
    ['a long hold over three times', {}, 0.0003],
    ['a short one that is paid', { direction: 'SHORT' }, -0.0003],
    ['a long one at a negative rate', { rate: -0.0001 }, -0.0003],
    ['a hold that ends before', { toMs: NOON_MS + 4 * HOUR_MS - 1 }, 0],
    ['a hold that ends just then', { toMs: NOON_MS + 4 * HOUR_MS }, 0.0001],
    ['a hold that begins just then', { fromMs: NOON_MS + 4 * HOUR_MS, toMs: NOON_MS + 11 * HOUR_MS }, 0],
    ['a next time that has passed since', { nextFundingAtMs: NOON_MS - 4 * HOUR_MS }, 0.0003],
    ['a short one at no time', { direction: 'SHORT', toMs: NOON_MS + HOUR_MS }, 0],
  ])('of %s', (_, changes, expected) => {
    expect(computeFunding(hold(changes))).toBeCloseTo(expected, 12)
  })
})
