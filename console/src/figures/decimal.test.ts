import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, signOf, subtractDecimals } from './decimal.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 17 }))
  .map(([value, places]) => textOf(value, places))

const textOf = (value: bigint, places: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const part = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${part === '' ? '' : `.${part}`}`
}

describe('decimals', () => {
  it.each([
    ['0.1', '0.2', '0.3'],
    ['-0.1', '0.1', '0'],
    ['10000', '-0.000000000000000001', '9999.999999999999999999'],
    ['-3', '-0.5', '-3.5'],
  ])('%s and %s are %s', (a, b, sum) => {
    expect(addDecimals(a, b)).toBe(sum)
  })

  it('are always taken off again exactly', () => {
    fc.assert(fc.property(decimals, decimals, (a, b) => subtractDecimals(addDecimals(a, b), b) === addDecimals(a, '0')))
  })

  it.each([
    ['-0.000000000000000001', -1],
    ['0.0', 0],
    ['12', 1],
  ])('%s has the sign %i', (text, sign) => {
    expect(signOf(text)).toBe(sign)
  })
})
