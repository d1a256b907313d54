/** Statistics of a sample: mean, deviation, skewness, kurtosis, variance, tail mean and correlation. */

/** Mean, deviation, skewness and kurtosis of a sample. */
export interface Moments {
  readonly n: number
  readonly mean: number
  /** Standard deviation of the sample: over n − 1. */
  readonly deviation: number
  /** Population skewness. */
  readonly skewness: number
  /** Population kurtosis, raw: three for a normal distribution. */
  readonly kurtosis: number
}

/** Computes the moments; null for fewer than two values, or when all are equal. */
export const computeMoments = (values: readonly number[]): Moments | null => {
  const n = values.length
  const mean = computeMean(values)
  if (mean === null || n < 2) return null
  const [second, third, fourth] = [0, 0, 0].map((_, index) =>
    values.reduce((sum, value) => sum + (value - mean) ** (index + 2), 0),
  ) as [number, number, number]
  const variance = second / n
  if (!(variance > (Number.EPSILON * mean) ** 2)) return null
  return {
    n,
    mean,
    deviation: Math.sqrt(second / (n - 1)),
    skewness: third / n / variance ** 1.5,
    kurtosis: fourth / n / variance ** 2,
  }
}

/** Returns the mean; null for an empty sample. */
export const computeMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** Sample variance (n − 1); null for fewer than two values. */
export const sampleVariance = (values: readonly number[]): number | null => {
  const mean = computeMean(values)
  if (mean === null || values.length < 2) return null
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}

/**
 * Returns the mean of the worst share of the values, at least one: expected shortfall (Acerbi and Tasche 2002). Null
 * without values.
 */
export const tailMean = (values: readonly number[], share = 0.05): number | null =>
  computeMean(values.toSorted((a, b) => a - b).slice(0, Math.max(1, Math.floor(values.length * share))))

/** Returns Pearson's correlation of two series of the same length; null when one of them does not vary. */
export const computeCorrelation = (a: ArrayLike<number>, b: ArrayLike<number>): number | null => {
  const n = a.length
  let [sumA, sumB] = [0, 0]
  for (let index = 0; index < n; index++) {
    sumA += a[index] ?? 0
    sumB += b[index] ?? 0
  }
  const [meanA, meanB] = [sumA / n, sumB / n]
  let [both, ofA, ofB] = [0, 0, 0]
  for (let index = 0; index < n; index++) {
    const x = (a[index] ?? 0) - meanA
    const y = (b[index] ?? 0) - meanB
    both += x * y
    ofA += x * x
    ofB += y * y
  }
  return ofA > 0 && ofB > 0 ? Math.max(-1, Math.min(1, both / Math.sqrt(ofA * ofB))) : null
}
