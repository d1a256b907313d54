import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, decimal, isDecimal, printDecimal } from './decimal.ts'
import { createGrid } from './grid.ts'

const step = fc
  .record({ units: fc.integer({ min: 1, max: 1_000_000 }), scale: fc.integer({ min: 0, max: 9 }) })
  .map(({ units, scale }) => (units / 10 ** scale).toFixed(scale))

const stepAndCount = step.chain((text) => {
  const max = Math.floor(Number.MAX_SAFE_INTEGER / Number(createGrid(text).step.units))
  return fc.record({ text: fc.constant(text), count: fc.integer({ min: -max, max }) })
})

describe('gridOf', () => {
  it('reads back every step number it prints', () => {
    fc.assert(
      fc.property(stepAndCount, ({ text, count }) => {
        const grid = createGrid(text)
        expect(grid.parse(grid.print(count)) === count).toBe(true)
      }),
    )
  })

  it('parses a text only when it is exactly that number, whatever the text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.stringMatching(/^-?\d{0,12}\.?\d{0,12}$/),
      fc.double().map(String),
    )
    fc.assert(
      fc.property(step, anyText, (size, text) => {
        const grid = createGrid(size)
        const count = grid.parse(text)
        if (count === undefined) return
        expect(isDecimal(text)).toBe(true)
        expect(compareDecimals(decimal(grid.print(count)), decimal(text))).toBe(0)
      }),
    )
  })

  it('always parses the decimals of at most fifteen characters that lie on the step', () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,8})(\.\d{1,5})?$/)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), digits, (scale, text) => {
        const { units, scale: written } = decimal(text)
        const scaled = units * 10n ** BigInt(scale)
        const count = Number(scaled / 10n ** BigInt(written))
        const lies = scaled % 10n ** BigInt(written) === 0n && Number.isSafeInteger(count)
        const grid = createGrid(scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`)
        expect(grid.parse(text)).toBe(lies ? count : undefined)
      }),
    )
  })

  it('counts digits with so many after the point like the same number as a text', () => {
    const digits = fc.integer({ min: 0, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(step, digits, fc.nat({ max: 14 }), (size, count, fraction) => {
        const grid = createGrid(size)
        const text = printDecimal({ units: BigInt(count), scale: fraction })
        expect(grid.fromDigits(count, fraction)).toBe(grid.parse(text))
      }),
    )
  })

  it.each([
    ['0.1', '61659.7', 616597],
    ['0.10', '61659.70', 616597],
    ['0.1', '61659.700000', 616597],
    ['0.5', '61659.5', 123319],
    ['1', '7', 7],
    ['1.000', '7.0', 7],
    ['100', '2300', 23],
    ['0.00000001', '0.00000001', 1],
    ['0.1', '-61659.7', -616597],
    ['0.001', '0', 0],
    ['0.001', '0.000', 0],
  ])('with step %s counts %s as %d', (size, text, count) => {
    expect(createGrid(size).parse(text)).toBe(count)
  })

  it.each([
    ['0.1', '61659.75'],
    ['0.5', '61659.7'],
    ['0.3', '1.0'],
    ['100', '2350'],
    ['1', '0.5'],
    ['0.00000001', '90071992.54740993'],
    ['1', '9007199254740992'],
    ['1', '99999999999999999999999999'],
    ['0.1', '-.5'],
    ['0.1', '.5'],
    ['0.1', '5.'],
    ['0.1', '-0'],
    ['0.1', '05.0'],
    ['0.1', ''],
    ['0.1', '-'],
    ['0.1', '1e5'],
    ['0.1', '1.0.0'],
    ['0.1', ' 1'],
  ])('with step %s has no number for %j', (size, text) => {
    expect(createGrid(size).parse(text)).toBeUndefined()
  })

  it('prints with the digits of its step and no others', () => {
    const print = (size: string, count: number): string => createGrid(size).print(count)
    expect([print('0.10', 616597), print('0.001', -5), print('100', 3), print('1.0', 0)]).toEqual([
      '61659.7',
      '-0.005',
      '300',
      '0',
    ])
  })

  it.each(['0', '0.00', '-0.1', 'x', '', '1e-5', '9007199254740992'])('cannot be created with a step of %j', (size) => {
    expect(() => createGrid(size)).toThrow('Invariant')
  })
})
