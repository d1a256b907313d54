/**
 * Decimal steps, such as tick and lot sizes: infers one from values, tests values against one, and finds the common
 * step of several.
 */

import { decimal, rescale } from '../../core/decimal.ts'

/**
 * Returns the coarsest decimal step of which all these values are multiples, such as `0.5`; null without a non-zero
 * value.
 */
export const inferStep = (columns: readonly Float64Array[]): string | null => {
  const scale = findScale(columns)
  const factor = 10 ** scale
  let divisor = 0
  for (const column of columns)
    for (const value of column) {
      divisor = greatestDivisor(Math.round(value * factor), divisor)
      if (divisor === 1) return formatStep(1, scale)
    }
  return divisor === 0 ? null : formatStep(divisor, scale)
}

/** Number of digits that exceeds that of any price or quantity. */
const SCALE_MAX = 12

/** Relative rounding error of a decimal stored as a double. */
const ROUNDING = 1e-15

const greatestDivisor = (a: number, b: number): number => {
  let [large, small] = [a, b]
  while (small > 0) [large, small] = [small, large % small]
  return large
}

const findScale = (columns: readonly Float64Array[]): number => {
  let [scale, factor] = [0, 1]
  for (const column of columns)
    for (const value of column)
      while (scale < SCALE_MAX && !isWhole(value * factor)) {
        scale++
        factor = 10 ** scale
      }
  return scale
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= Math.abs(value) * ROUNDING

const formatStep = (units: number, scale: number): string => {
  const digits = String(units).padStart(scale + 1, '0')
  const point = digits.length - scale
  return scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
}

/** Returns whether all values are multiples of a step. */
export const fitsStep = (columns: readonly Float64Array[], step: string): boolean => {
  const size = Number(step)
  return columns.every((column) =>
    column.every((value) => Math.abs(value / size - Math.round(value / size)) <= Math.abs(value / size) * 4 * ROUNDING),
  )
}

/** Returns the coarsest step of which all these steps are multiples. */
export const commonStep = (steps: readonly string[]): string => {
  const sizes = steps.map(decimal)
  const scale = Math.max(...sizes.map((size) => size.scale))
  return formatStep(sizes.map((size) => Number(rescale(size, scale).units)).reduce(greatestDivisor), scale)
}
