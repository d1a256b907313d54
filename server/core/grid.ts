import { assert } from './assert.ts'
import { type Decimal, decimal, isDecimal, printDecimal } from './decimal.ts'

/**
 * The multiples of a decimal step, counted as whole numbers: with tick 0.1, 61659.7 is step 616597. Hot paths use step
 * numbers (safe integers); text is converted only at the edge.
 */
export interface Grid {
  readonly step: Decimal
  /** The step number of `text`, or `undefined` when the text is no decimal, off the grid or past the safe integers. */
  parse(text: string): number | undefined
  /** The decimal of a step number, always with the fraction digits of the step. */
  print(steps: number): string
}

const ZEROS = /^0*$/

/** The text's value in units of `10^-scale`; digits past the scale must be zeros. NaN when it is not such a number. */
const parseUnits = (text: string, scale: number): number => {
  if (!isDecimal(text)) return Number.NaN
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  if (!ZEROS.test(fraction.slice(scale))) return Number.NaN
  const units = Number(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return Number.isSafeInteger(units) ? units : Number.NaN
}

const withoutTrailingZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The grid of the multiples of `step`; throws when `step` is not a positive decimal, so check input first. */
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
    print: (steps) => printDecimal({ units: BigInt(steps) * size.units, scale }),
  }
}
