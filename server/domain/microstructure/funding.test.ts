import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { decimal } from '../../core/decimal.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { ticks } from '../market/instrument.ts'
import type { MarkPrice } from '../market/market-event.ts'
import {
  computeBasisBps,
  computeCapRatio,
  createFunding,
  enterMark,
  enterSettled,
  interestChange,
  interestDrop,
  rateRank,
  settledZ,
} from './funding.ts'

const aMark = (mark: Partial<MarkPrice> = {}): MarkPrice => ({
  symbol: 'BTCUSDT',
  mark: ticks(10_010),
  index: ticks(10_000),
  fundingRate: decimal('0.0001'),
  fundingIntervalMs: 8 * HOUR_MS,
  nextFundingAtMs: NOON_MS + 4 * HOUR_MS,
  fundingRateCap: decimal('0.003'),
  fundingRateFloor: decimal('-0.002'),
  openInterest: decimal('1000'),
  exchangeTimeMs: NOON_MS,
  ...mark,
})

describe('funding', () => {
  it.each([
    ['0.0015', '0.003', '-0.002', 0.5],
    ['-0.0015', '0.003', '-0.002', 0.75],
    ['-0.0015', '0.003', null, 0.5],
    ['0.0015', null, '-0.002', null],
    ['0.0015', '0', null, null],
  ])('of %s between %s and %s is at the share %d of its bound', (rate, cap, harness, ratio) => {
    const funding = createFunding()
    const [fundingRateCap, fundingRateFloor] = [cap && decimal(cap), harness && decimal(harness)]
    enterMark(funding, aMark({ fundingRate: decimal(rate), fundingRateCap, fundingRateFloor } as Partial<MarkPrice>))
    expect(computeCapRatio(funding)).toEqual(ratio === null ? null : expect.closeTo(ratio, 12))
  })

  it('is ranked among ninety settled rates, and not among fewer', () => {
    const funding = createFunding()
    for (let count = 0; count <= 90; count++) {
      expect(settledZ(funding).z).toBeNull()
      const fundingRate = decimal(count % 2 === 0 ? '0.0001' : '0.0003')
      const [exchangeTimeMs, nextFundingAtMs] = [NOON_MS + count * HOUR_MS, NOON_MS + (count + 1) * HOUR_MS]
      enterMark(funding, aMark({ fundingRate, exchangeTimeMs, nextFundingAtMs }))
    }
    expect(settledZ(funding)).toEqual({ z: expect.closeTo(-1, 9), n: 90 })
  })

  it('has the rates of a month before the first message', () => {
    const funding = createFunding()
    for (let back = 90; back > 0; back--) {
      const settledAtMs = NOON_MS + 4 * HOUR_MS - back * 8 * HOUR_MS
      const rate = decimal(back % 2 === 0 ? '0.0001' : '0.0003')
      enterSettled(funding, { symbol: 'BTCUSDT', rate, settledAtMs, intervalMs: 8 * HOUR_MS })
    }
    enterMark(funding, aMark({ fundingRate: decimal('0.0004') }))
    expect(settledZ(funding)).toEqual({ z: expect.closeTo(2, 9), n: 90 })
    expect(rateRank(funding, NOON_MS)).toBe(1)
  })

  it('returns basis and the change of open interest', () => {
    const funding = createFunding()
    enterMark(funding, aMark())
    expect(computeBasisBps(funding)).toBeCloseTo(10, 9)
    enterMark(funding, aMark({ openInterest: decimal('950'), exchangeTimeMs: NOON_MS + HOUR_MS }))
    expect(interestChange(funding, NOON_MS + HOUR_MS, HOUR_MS)).toBeCloseTo(-0.05, 12)
    expect(interestChange(funding, NOON_MS + HOUR_MS, 24 * HOUR_MS)).toBeNull()
    expect(interestDrop(funding, NOON_MS + MINUTE_MS)).toBeCloseTo(0.05, 12)
  })

  it('retains values of an earlier message', () => {
    const funding = createFunding()
    enterMark(funding, aMark())
    enterMark(funding, aMark({ fundingRate: decimal('0.009'), exchangeTimeMs: NOON_MS - 1 }))
    expect(funding.rate).toBe(0.0001)
  })
})
