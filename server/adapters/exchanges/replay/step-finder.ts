/** Finds the largest step that all decimals seen are multiples of: how tick and lot show in a recording. */
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
      const digits = significantFraction(text)
      if (digits > scale) {
        common *= 10 ** (digits - scale)
        scale = digits
      }
      const units = Math.round(Number(text) * 10 ** scale)
      if (Number.isSafeInteger(units)) common = greatestCommonDivisor(common, Math.abs(units))
    },
    step: () => (common === 0 ? undefined : (common / 10 ** scale).toFixed(scale)),
  }
}

/** Fraction digits without trailing zeros. */
const significantFraction = (text: string): number => {
  const point = text.indexOf('.')
  if (point < 0) return 0
  let end = text.length
  while (end > point + 1 && text.charCodeAt(end - 1) === 48) end--
  return end - point - 1
}
