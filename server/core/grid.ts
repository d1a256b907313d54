import { assert } from './assert.ts'
import { type Decimal, decimal, insertPoint, isDecimal, printDecimal } from './decimal.ts'

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

/** Like `parseAny`, digit by digit; NaN also for a sign or a digit beyond the scale. */
const parsePlain = (text: string, scale: number): number => {
  const { length } = text
  const point = text.indexOf('.')
  const pointAt = point < 0 ? length : point
  const end = Math.min(length, pointAt + 1 + scale)
  let units = 0
  for (let index = 0; index < end; index++) {
    if (index === pointAt) continue
    const digit = text.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return Number.NaN
    units = units * 10 + digit
  }
  if (!isWritten(text, pointAt) || !endsInZeros(text, end)) return Number.NaN
  for (let missing = scale - Math.max(0, length - pointAt - 1); missing > 0; missing--) units *= 10
  return Number.isSafeInteger(units) ? units : Number.NaN
}

const endsInZeros = (text: string, from: number): boolean => {
  for (let index = from; index < text.length; index++) if (text.charCodeAt(index) !== ZERO) return false
  return true
}

/**
 * Returns whether digits with a decimal point at this position are in the wire format: digits on both sides, and no
 * leading zero.
 */
const isWritten = (text: string, pointAt: number): boolean =>
  pointAt > 0 && pointAt !== text.length - 1 && (pointAt === 1 || text.charCodeAt(0) !== ZERO)

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
  return {
    step: size,
    parse: (text) => {
      const steps = parseUnits(text, scale) / perStep
      return Number.isSafeInteger(steps) ? steps : undefined
    },
    print: (steps) => {
      const units = steps * perStep
      return Number.isSafeInteger(units) && !Object.is(units, -0)
        ? insertPoint(`${units}`, scale)
        : printDecimal({ units: BigInt(steps) * size.units, scale })
    },
  }
}
