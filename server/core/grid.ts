import { assert } from './assert.ts'
import { type Decimal, decimal, insertPoint, isDecimal, printDecimal, SCALE_MAX } from './decimal.ts'

/**
 * Multiples of a decimal step, counted as whole numbers: with tick 0.1, 61659.7 is step 616597. Hot paths use step
 * numbers (safe integers); strings are converted only at the edge.
 */
export interface Grid {
  readonly step: Decimal
  /**
   * Returns the step number of `text`; `undefined` when it is not a decimal, off the grid or beyond the safe integers.
   */
  parse(text: string): number | undefined
  /** Returns the step number of `digits · 10^-fraction`, where the digits are at most fifteen; `undefined` likewise. */
  fromDigits(digits: number, fraction: number): number | undefined
  /** Returns the decimal of a step number, always with the fraction digits of the step. */
  print(steps: number): string
}

const ZEROS = /^0*$/

/** Returns the value in units of `10^-scale`; digits beyond the scale must be zeros. NaN for anything else. */
const parseUnits = (text: string, scale: number): number => {
  const units = text.length <= PLAIN_MAX ? parsePlain(text, scale) : Number.NaN
  return Number.isNaN(units) ? parseAny(text, scale) : units
}

/** Number of digits that always form a safe integer. */
const PLAIN_MAX = 15

const ZERO = 48

/** The decimal point, counted from `ZERO`. */
const POINT = -2

/** Like `parseAny`, digit by digit; NaN also for a sign. */
const parsePlain = (text: string, scale: number): number => {
  const { length } = text
  let digits = 0
  let pointAt = length
  for (let index = 0; index < length; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (digit === POINT && pointAt === length) pointAt = index
    else if (isDigit(digit)) digits = digits * 10 + digit
    else return Number.NaN
  }
  if (!isPlain(text.charCodeAt(0), length, pointAt)) return Number.NaN
  return scaleDigits(digits, Math.max(0, length - pointAt - 1), scale)
}

const isDigit = (value: number): boolean => value >= 0 && value <= 9

/**
 * Returns whether digits, with a decimal point at `pointAt` or none if that is the length, are in the wire format: digits
 * on both sides of the point and no leading zero; and whether they are few enough for `Grid.fromDigits`.
 */
export const isPlain = (firstCode: number, length: number, pointAt: number): boolean =>
  length <= PLAIN_MAX && pointAt > 0 && pointAt !== length - 1 && (pointAt === 1 || firstCode !== ZERO)

const POWERS = Array.from({ length: SCALE_MAX + 1 }, (_, exponent) => 10 ** exponent)

/**
 * Returns `digits · 10^-fraction` in units of `10^-scale`; NaN when that is not a safe integer. The quotient of two safe
 * integers is only rounded to a whole number if it is one.
 */
const scaleDigits = (digits: number, fraction: number, scale: number): number => {
  const beyond = fraction - scale
  const units = beyond > 0 ? digits / (POWERS[beyond] as number) : digits * (POWERS[-beyond] as number)
  return Number.isSafeInteger(units) ? units : Number.NaN
}

const parseAny = (text: string, scale: number): number => {
  if (!isDecimal(text)) return Number.NaN
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  if (!ZEROS.test(fraction.slice(scale))) return Number.NaN
  const units = Number(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return Number.isSafeInteger(units) ? units : Number.NaN
}

const withoutTrailingZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/**
 * Creates the grid of the multiples of `step`; throws when `step` is not a positive decimal, so validate input first.
 */
export const createGrid = (step: string): Grid => {
  const size = decimal(withoutTrailingZeros(step))
  assert(size.units > 0n && size.units <= BigInt(Number.MAX_SAFE_INTEGER), `grid step ${step} must be positive`)
  const perStep = Number(size.units)
  const { scale } = size
  const toSteps = (units: number): number | undefined => {
    const steps = units / perStep
    return Number.isSafeInteger(steps) ? steps : undefined
  }
  return {
    step: size,
    parse: (text) => toSteps(parseUnits(text, scale)),
    fromDigits: (digits, fraction) => toSteps(scaleDigits(digits, fraction, scale)),
    print: (steps) => {
      const units = steps * perStep
      return Number.isSafeInteger(units) && !Object.is(units, -0)
        ? insertPoint(`${units}`, scale)
        : printDecimal({ units: BigInt(steps) * size.units, scale })
    },
  }
}
