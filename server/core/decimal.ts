/** Exact decimals for money, prices and quantities: parsing, printing, comparison and rounding. */

import { assert } from './assert.ts'
import { err, ok, type Result } from './result.ts'

/** An exact decimal: `units · 10^-scale`. Money, prices and quantities are never floats. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export type DecimalError = { readonly kind: 'notDecimal'; readonly text: string }

/** Maximum number of fraction digits of a decimal on the wire. */
export const SCALE_MAX = 18

/** Wire format: no exponent, no `+`, no leading zero, at most eighteen fraction digits. */
const DECIMAL_PATTERN = '^-?(0|[1-9]\\d*)(\\.\\d{1,18})?$'

const wire = new RegExp(DECIMAL_PATTERN)
const NEGATIVE_ZERO = /^-[0.]+$/

/** Maximum length, above any amount of money, checked before the regular expression runs. */
const LENGTH_MAX = 60

/**
 * Returns whether a string is in the wire format; minus zero is not, because it would not be printed back unchanged.
 */
export const isDecimal = (text: string): boolean =>
  text.length <= LENGTH_MAX && wire.test(text) && !NEGATIVE_ZERO.test(text)

/** Parses the wire format and retains the number of fraction digits, so that printing returns the same string. */
export const parseDecimal = (text: string): Result<Decimal, DecimalError> => {
  if (!isDecimal(text)) return err({ kind: 'notDecimal', text: text.slice(0, LENGTH_MAX) })
  const point = text.indexOf('.')
  if (point < 0) return ok({ units: BigInt(text), scale: 0 })
  return ok({ units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 })
}

/** Parses a string written by the program itself; throws where `parseDecimal` returns an error. */
export const decimal = (text: string): Decimal => {
  const parsed = parseDecimal(text)
  assert(parsed.ok, `'${text}' is not a decimal`)
  return parsed.value
}

export const printDecimal = ({ units, scale }: Decimal): string => insertPoint(units.toString(), scale)

/** Prints `units · 10^-scale`, with the units given as an integer string. */
export const insertPoint = (units: string, scale: number): string => {
  if (scale === 0) return units
  if (units.startsWith('-')) return `-${insertPoint(units.slice(1), scale)}`
  const digits = units.length > scale ? units : units.padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Returns ten to the power of a number of digits. */
export const powerOfTen = (digits: number): bigint => POWERS[digits] ?? 10n ** BigInt(digits)

const POWERS: readonly bigint[] = Array.from({ length: 2 * SCALE_MAX + 1 }, (_, digits) => 10n ** BigInt(digits))

/** Returns the same number with more fraction digits; never fewer, so that nothing is rounded. */
export const rescale = ({ units, scale }: Decimal, to: number): Decimal => {
  assert(to >= scale, `cannot rescale from ${scale} to ${to} digits without rounding`)
  return { units: units * powerOfTen(to - scale), scale: to }
}

export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const scale = Math.max(a.scale, b.scale)
  const difference = rescale(a, scale).units - rescale(b, scale).units
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Converts an exact number to a float for models and statistics; the result is never booked. */
export const toFloat = ({ units, scale }: Decimal): number => Number(units) / 10 ** scale

/** Returns `numerator / denominator` rounded to whole units, ties away from zero. */
export const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  assert(denominator !== 0n, 'division by zero')
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = (2n * n + d) / (2n * d)
  return negative ? -quotient : quotient
}
