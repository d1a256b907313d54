import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, decimal, divideRounded, parseDecimal, printDecimal, rescale, SCALE_MAX } from './decimal.ts'

const scale = fc.integer({ min: 0, max: SCALE_MAX })
const anyDecimal = fc.record({ units: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), scale })
const wireText = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,18})?$/).filter((text) => !/^-[0.]+$/.test(text))

describe('parseDecimal and printDecimal', () => {
  it('round-trips every printed decimal', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(parseDecimal(printDecimal(value))).toEqual({ ok: true, value })
      }),
    )
  })

  it('round-trips every parsed text, digit for digit', () => {
    fc.assert(
      fc.property(wireText, (text) => {
        expect(printDecimal(decimal(text))).toBe(text)
      }),
    )
  })

  it.each([
    ['0', 0n, 0],
    ['0.00', 0n, 2],
    ['7', 7n, 0],
    ['-0.5', -5n, 1],
    ['-12.340', -12340n, 3],
    ['61659.7', 616597n, 1],
    ['0.000000000000000001', 1n, 18],
    ['9007199254740993', 9007199254740993n, 0],
    [`1${'0'.repeat(59)}`, 10n ** 59n, 0],
  ])('reads %s exactly', (text, units, digits) => {
    expect(parseDecimal(text)).toEqual({ ok: true, value: { units, scale: digits } })
  })

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '--1',
    '-',
    '.',
    '.5',
    '-.5',
    '5.',
    '01',
    '00',
    '-01.5',
    '-0',
    '-0.00',
    '1,5',
    '1_000',
    '1.2.3',
    '0x10',
    '1e5',
    '1e400',
    'NaN',
    'Infinity',
    '١٢',
    '0.0000000000000000001',
    '9'.repeat(61),
    `0.${'0'.repeat(59)}`,
  ])('rejects %j', (text) => {
    expect(parseDecimal(text)).toEqual({ ok: false, error: { kind: 'notDecimal', text: text.slice(0, 60) } })
  })

  it('never throw on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 80 }), (text) => {
        parseDecimal(text)
      }),
    )
  })

  it('stop the program on text that is no decimal of its own', () => {
    expect(() => decimal('1e5')).toThrow("Invariant: '1e5' is not a decimal")
  })
})

describe('rescale', () => {
  it('keeps the number and only adds digits', () => {
    expect(rescale(decimal('-1.5'), 4)).toEqual(decimal('-1.5000'))
    expect(rescale(decimal('1.5'), 1)).toEqual(decimal('1.5'))
    expect(() => rescale(decimal('1.50'), 1)).toThrow('Invariant')
  })
})

describe('compareDecimals', () => {
  it('orders decimals of different scales as the numbers they are', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const [left, right] = [rescale(a, SCALE_MAX).units, rescale(b, SCALE_MAX).units]
        expect(compareDecimals(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0)
      }),
    )
    expect(compareDecimals(decimal('1.50'), decimal('1.5'))).toBe(0)
  })
})

describe('divideRounded', () => {
  it.each([
    [7n, 2n, 4n],
    [-7n, 2n, -4n],
    [7n, -2n, -4n],
    [-7n, -2n, 4n],
    [5n, 4n, 1n],
    [-5n, 4n, -1n],
    [1n, 3n, 0n],
    [-1n, 3n, 0n],
    [0n, -9n, 0n],
  ])('rounds %d / %d to %d, ties away from zero', (numerator, denominator, quotient) => {
    expect(divideRounded(numerator, denominator)).toBe(quotient)
  })

  it('is never further from the quotient than half a unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt().filter((n) => n !== 0n),
        (numerator, denominator) => {
          const error = numerator - divideRounded(numerator, denominator) * denominator
          expect(2n * (error < 0n ? -error : error) <= (denominator < 0n ? -denominator : denominator)).toBe(true)
        },
      ),
    )
  })

  it('does not divide by zero', () => {
    expect(() => divideRounded(1n, 0n)).toThrow('Invariant: division by zero')
  })
})
