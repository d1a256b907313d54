import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, decimal } from '../../../../core/decimal.ts'
import { bandWithin, toPriceBand } from './price-band.ts'

describe('a band of prices', () => {
  it.each([
    ['1.0500', '0.9500', '1.05', '0.95'],
    ['5', '0.2', '5', '0.2'],
    ['1', '1', '1', '1'],
  ])('is read from %s and %s exactly, to the last digit', (up, down, ceiling, harness) => {
    expect(toPriceBand(up, down)).toEqual({ up: decimal(ceiling), down: decimal(harness) })
  })

  it.each([
    [undefined, '0.95'],
    ['1.05', undefined],
    ['1.05', '0'],
    ['1.05', '-0.95'],
    ['0.95', '1.05'],
    ['0.05', '0.05'],
    ['many', '0.95'],
  ])('is not read from %s and %s', (up, down) => {
    expect(toPriceBand(up, down)).toBeNull()
  })

  it('is derived from the distance from the mark alone', () => {
    expect(bandWithin('0.02')).toEqual({ up: decimal('1.02'), down: decimal('0.98') })
    expect([bandWithin('0'), bandWithin('1'), bandWithin('-0.1'), bandWithin(''), bandWithin(null)]).toEqual(
      Array(5).fill(null),
    )
  })

  it('never throws, and always has the mark in it', () => {
    const one = decimal('1')
    const any = fc.oneof(fc.anything(), fc.double({ min: 0, max: 3 }).map(String))
    fc.assert(
      fc.property(any, any, (a, b) => {
        for (const band of [toPriceBand(a, b), bandWithin(a)]) {
          if (!band) continue
          expect([compareDecimals(band.up, one) >= 0, compareDecimals(band.down, one) <= 0]).toEqual([true, true])
        }
      }),
    )
  })
})
