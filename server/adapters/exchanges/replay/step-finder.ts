import { STEP_SCALE_MAX } from '../../../domain/market/instrument.ts'

/**
 * Finds the largest step that all decimals seen are multiples of: how tick and lot show in a recording. A step is 1, 2 or
 * 5 times a power of ten. What no step can have as a multiple, such as a text that is no number, is not counted.
 */
export interface StepFinder {
  see(text: string): void
  /** The step as decimal text; undefined when nothing but zeros was seen. */
  step(): string | undefined
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

export const createStepFinder = (): StepFinder => {
  let scale = 0
  let common = 0
  return {
    see(text) {
      const digits = Math.max(scale, significantFraction(text))
      if (digits > STEP_SCALE_MAX) return
      const known = common * 10 ** (digits - scale)
      const units = Math.round(Number(text) * 10 ** digits)
      if (!Number.isSafeInteger(known) || !Number.isSafeInteger(units)) return
      scale = digits
      common = greatestCommonDivisor(known, Math.abs(units))
    },
    step: () => (common === 0 ? undefined : (findRoundStep(common) / 10 ** scale).toFixed(scale)),
  }
}

/** The largest of 1, 2 and 5 times a power of ten that divides `units`. */
const findRoundStep = (units: number): number => {
  let ten = 1
  while (units % (ten * 10) === 0) ten *= 10
  const rest = units / ten
  return ten * (rest % 5 === 0 ? 5 : rest % 2 === 0 ? 2 : 1)
}

/** Fraction digits without trailing zeros. */
const significantFraction = (text: string): number => {
  const point = text.indexOf('.')
  if (point < 0) return 0
  let end = text.length
  while (end > point + 1 && text.charCodeAt(end - 1) === 48) end--
  return end - point - 1
}
