import { computeMean } from './moments.ts'

/**
 * The mean of the worst share of the values, of at least one of them: expected shortfall (Acerbi and Tasche 2002). Null of
 * nothing.
 */
export const tailMean = (values: readonly number[], share = 0.05): number | null =>
  computeMean(values.toSorted((a, b) => a - b).slice(0, Math.max(1, Math.floor(values.length * share))))
