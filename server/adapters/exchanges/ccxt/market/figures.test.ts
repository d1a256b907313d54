import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { decimal } from '../../../../core/decimal.ts'
import { applyFigures, createFigures, toMarkPrice } from './figures.ts'

describe('applyFigures', () => {
  it('merges partial messages', () => {
    const figures = createFigures()
    expect(toMarkPrice(figures, 'BTCUSDT')).toBeUndefined()
    applyFigures(
      figures,
      { interest: '92183.187', intervalMs: 14_400_000, cap: '0.0075', floor: '-0.0075' },
      aListing(),
    )
    applyFigures(figures, { mark: '61801.23456789', rate: '0.00010000', nextAt: 1_795_276_800_000, at: 5 }, aListing())
    applyFigures(figures, { index: '61799.95', at: '7' }, aListing())
    expect(toMarkPrice(figures, 'BTCUSDT')).toEqual({
      symbol: 'BTCUSDT',
      mark: 618_012,
      index: 618_000,
      fundingRate: decimal('0.0001'),
      fundingIntervalMs: 14_400_000,
      nextFundingAtMs: 1_795_276_800_000,
      fundingRateCap: decimal('0.0075'),
      fundingRateFloor: decimal('-0.0075'),
      openInterest: decimal('92183.187'),
      exchangeTimeMs: 7,
    })
  })

  it.each([
    ['left out', undefined],
    ['empty', ''],
    ['null', null],
    ['not a number', Number.NaN],
  ])('silently ignores a value that is %s', (_, value) => {
    const figures = createFigures()
    applyFigures(figures, { mark: '1', rate: '0.01', intervalMs: 60_000, nextAt: 5 }, aListing())
    const before = { ...figures }
    expect(applyFigures(figures, { mark: value, rate: value, intervalMs: value, nextAt: value }, aListing())).toEqual(
      [],
    )
    expect(figures).toEqual(before)
  })

  it('has no funding time for an instrument without funding', () => {
    const figures = createFigures()
    expect(applyFigures(figures, { nextAt: 0 }, aListing())).toEqual([])
    expect(figures.nextFundingAtMs).toBeNull()
  })

  it.each([
    [{ mark: 'high' }, 'a mark price of high'],
    [{ mark: '0' }, 'a mark price of 0'],
    [{ index: '-1' }, 'an index price of -1'],
    [{ rate: {} }, 'a funding rate of object'],
    [{ nextAt: 'soon' }, 'a funding time of soon'],
    [{ intervalMs: -1 }, 'a funding interval of -1'],
    [{ interest: '1e99' }, 'an open interest of 1e99'],
  ])('reports what it cannot read: %j', (raw, expected) => {
    const figures = createFigures()
    expect(applyFigures(figures, raw, aListing())).toEqual([expected])
    expect(figures).toEqual(createFigures())
  })

  it('never throws, whatever the input', () => {
    const parts = fc.record({ mark: fc.anything(), rate: fc.anything(), nextAt: fc.anything(), at: fc.anything() })
    fc.assert(fc.property(parts, (raw) => void applyFigures(createFigures(), raw, aListing())))
  })
})
