import { describe, expect, it } from 'vitest'
import { compareDecimals, decimal } from '../../../core/decimal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from './instrument-specs.ts'
import { createMarkPrices } from './mark-prices.ts'
import { createReferencePrice } from './reference-price.ts'

const MIDNIGHT = Date.UTC(2026, 10, 21)

const buildMarkPrices = (seed: number, spec: InstrumentSpec) =>
  createMarkPrices(seed, spec, createReferencePrice(seed, spec))

describe.each(INSTRUMENT_SPECS.map((spec) => ({ symbol: spec.instrument.symbol, spec })))('$symbol', ({ spec }) => {
  it('reports when funding is due, with a rate within cap and floor', () => {
    const markPriceAt = buildMarkPrices(1, spec)
    for (let at = MIDNIGHT; at < MIDNIGHT + 10 * DAY_MS; at += HOUR_MS) {
      const { fundingRate, fundingRateCap, fundingRateFloor, nextFundingAtMs, fundingIntervalMs } = markPriceAt(at)
      expect(fundingIntervalMs).toBe(8 * HOUR_MS)
      expect(nextFundingAtMs).toBe((Math.floor(at / (8 * HOUR_MS)) + 1) * 8 * HOUR_MS)
      expect(fundingRateCap).toEqual(decimal('0.00750000'))
      expect(fundingRateFloor).toEqual(decimal('-0.00750000'))
      expect(compareDecimals(fundingRate ?? decimal('1'), decimal('0.00750000'))).toBeLessThanOrEqual(0)
      expect(compareDecimals(fundingRate ?? decimal('-1'), decimal('-0.00750000'))).toBeGreaterThanOrEqual(0)
    }
  })

  it('charges other than the interest rate in some periods of a quarter', () => {
    const markPriceAt = buildMarkPrices(1, spec)
    const settled = Array.from({ length: 270 }, (_, period) => markPriceAt(MIDNIGHT + (period + 1) * 8 * HOUR_MS - 1))
    const rates = settled.map(({ fundingRate }) => Number(fundingRate?.units))
    expect(rates.filter((rate) => rate === 10_000).length).toBeGreaterThan(100)
    expect(rates.filter((rate) => rate > 10_000).length).toBeGreaterThan(5)
    expect(Math.max(...rates)).toBeLessThan(100_000)
  })

  it('reports open interest in whole lots, near the usual number and slowly changing', () => {
    const markPriceAt = buildMarkPrices(2, spec)
    const { step } = spec.instrument.quantity
    let before: number | undefined
    for (let at = MIDNIGHT; at < MIDNIGHT + 2 * DAY_MS; at += MINUTE_MS) {
      const { openInterest } = markPriceAt(at)
      expect((openInterest?.units ?? 1n) % step.units).toBe(0n)
      expect(openInterest?.scale).toBe(step.scale)
      const contracts = Number(openInterest?.units) / 10 ** step.scale
      expect(contracts / spec.openInterest).toBeGreaterThan(0.8)
      expect(contracts / spec.openInterest).toBeLessThan(1.25)
      if (before !== undefined) expect(Math.abs(contracts / before - 1)).toBeLessThan(0.01)
      before = contracts
    }
  })
})
