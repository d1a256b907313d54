import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactText, idText } from './fields.ts'

describe('the exact text of a number', () => {
  it.each([
    ['0.0100', '0.01'],
    ['61659.70', '61659.7'],
    ['100', '100'],
    ['0', '0'],
    ['-0.00', '0'],
    ['+5', '5'],
    ['007.50', '7.5'],
    ['5.', '5'],
    ['1e-7', '0.0000001'],
    ['1.25e+3', '1250'],
    ['12.5e-1', '1.25'],
    ['8389765739703625592', '8389765739703625592'],
    [61659.7, '61659.7'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
  ])('of %s is %s', (given, exact) => {
    expect(exactText(given)).toBe(exact)
  })

  it.each([
    undefined,
    null,
    '',
    ' ',
    'NaN',
    'abc',
    '1,5',
    '--1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    [],
    '1e999',
  ])('of %s is none', (given) => {
    expect(exactText(given)).toBeUndefined()
  })

  it('retains the exact value of every number it reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (units, scale) => {
        const text = (units / 10 ** scale).toFixed(scale)
        expect(Number(exactText(text))).toBe(Number(text) + 0)
      }),
    )
  })
})

it.each([
  ['8389765739703625592', '8389765739703625592'],
  [88_937_381_063, '88937381063'],
  ['-12', '-12'],
  ['0x1', '0x1'],
  ['e0cbe81d-0f18-5866-9415-cf319b5dab3b', 'e0cbe81d-0f18-5866-9415-cf319b5dab3b'],
  [0, undefined],
  ['0', undefined],
  ['000', undefined],
  ['', undefined],
  ['with a space', undefined],
  [2 ** 60, undefined],
  [null, undefined],
])('converts %s to the id %s', (value, id) => {
  expect(idText(value)).toBe(id)
})
