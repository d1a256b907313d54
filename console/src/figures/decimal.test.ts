import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  divideDecimals,
  downToStep,
  getSign,
  isAmount,
  isMultiple,
  multiplyDecimals,
  subtractDecimals,
  takePercent,
  toNearestStep,
  toPercent,
} from './decimal.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 17 }))
  .map(([value, places]) => formatDecimal(value, places))

const formatDecimal = (value: bigint, places: number): string => {
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

  it('are subtracted exactly', () => {
    fc.assert(fc.property(decimals, decimals, (a, b) => subtractDecimals(addDecimals(a, b), b) === addDecimals(a, '0')))
  })

  it('are multiplied and divided to the eighteenth place', () => {
    expect(multiplyDecimals('-0.0001', '10000')).toBe('-1')
    expect(divideDecimals('1', '3')).toBe('0.333333333333333333')
    expect(divideDecimals('1', '0.0')).toBeUndefined()
  })

  it.each([
    ['-0.000000000000000001', -1],
    ['0.0', 0],
    ['12', 1],
  ])('%s has the sign %i', (text, sign) => {
    expect(getSign(text)).toBe(sign)
  })

  it.each([
    ['10000', 2, '200'],
    ['-12.5', 50, '-6.25'],
    ['9876.54', 0.1, '9.87654'],
  ])('%s: %s percent of it are %s', (text, percent, part) => {
    expect(takePercent(text, percent)).toBe(part)
  })

  it.each([
    ['0.003', '0.001', true],
    ['0.0035', '0.001', false],
    ['61659.7', '0.1', true],
    ['61659.75', '0.5', false],
  ])('%s is a multiple of %s: %s', (text, step, isOne) => {
    expect(isMultiple(text, step)).toBe(isOne)
  })

  it.each([
    ['0.007', '64192.4', '449.3468'],
    ['-1.5', '2', '-3'],
  ])('%s times %s is %s', (a, b, product) => {
    expect(multiplyDecimals(a, b)).toBe(product)
  })

  it('are never divided by zero', () => {
    expect([divideDecimals('1', '3'), divideDecimals('-9', '4.5'), divideDecimals('1', '0.00')]).toEqual([
      '0.333333333333333333',
      '-2',
      undefined,
    ])
  })

  it.each([
    ['0.00175', '0.001', '0.001'],
    ['5.3', '0.1', '5.3'],
    ['0.0009', '0.001', '0'],
  ])('%s in steps of %s is %s', (value, step, rounded) => {
    expect(downToStep(value, step)).toBe(rounded)
  })

  it.each([
    ['5.24', '0.1', '5.2'],
    ['5.25', '0.1', '5.3'],
    ['7.5', '5', '10'],
    ['0.04', '0.1', '0'],
  ])('%s to the nearest step of %s is %s', (value, step, rounded) => {
    expect(toNearestStep(value, step)).toBe(rounded)
  })

  it('distinguishes decimals from other text', () => {
    expect(['0.5', '12', '', '0', '0.000', '007', '-1', '1e3', '.5', '1,5'].filter(isAmount)).toEqual(['0.5', '12'])
  })

  it.each([
    ['-1', '3', -33.3333],
    ['0.00000001', '10000', 0],
    ['5', '5.0', 100],
    ['1', '0', null],
  ])('%s of %s is %s percent', (part, whole, percent) => {
    expect(toPercent(part, whole)).toBe(percent)
  })
})
