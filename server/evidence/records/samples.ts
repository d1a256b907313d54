/** The newest so many measurements of one thing. */
export interface Samples {
  readonly values: Float64Array
  count: number
}

/** Minimum sample counts below which a median and a 99th percentile are meaningless. */
const MEDIAN_MIN = 20
const NINETY_NINTH_MIN = 100

export const createSamples = (size: number): Samples => ({ values: new Float64Array(size), count: 0 })

export const addSample = (samples: Samples, value: number): void => {
  samples.values[samples.count++ % samples.values.length] = value
}

/** Median and 99th percentile by nearest rank; null where there are too few. */
export const durationQuantiles = ({
  values,
  count,
}: Samples): { p50: number | null; p99: number | null; n: number } => {
  const n = Math.min(count, values.length)
  const sorted = values.slice(0, n).sort()
  const at = (share: number, least: number): number | null =>
    n < least ? null : Math.round((sorted[Math.ceil(share * n) - 1] ?? 0) * 10) / 10
  return { p50: at(0.5, MEDIAN_MIN), p99: at(0.99, NINETY_NINTH_MIN), n }
}
