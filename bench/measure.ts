/** Rows and goals of the benchmark tables, and their statistics: median, percentile and time per operation. */

export interface Row {
  readonly what: string
  readonly measured: string
  readonly against: string
  readonly ratio: string
  /** Empty for an informational figure. */
  readonly goals: readonly Goal[]
  /** True in the row of a group that could not be measured. */
  readonly failed?: boolean
}

/** A value and its limit. */
export interface Goal {
  /** Name of the value in a row with several goals. */
  readonly name: string
  readonly bound: 'atLeast' | 'atMost'
  readonly value: number
  readonly limit: number
  readonly unit: string
}

type Limit = readonly [limit: number, unit: string]

export const atLeast = (value: number, [limit, unit]: Limit, name = ''): Goal => ({
  name: name && `${name} `,
  bound: 'atLeast',
  value,
  limit,
  unit,
})

export const atMost = (value: number, limit: Limit, name = ''): Goal => ({
  ...atLeast(value, limit, name),
  bound: 'atMost',
})

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Returns the nanoseconds of one repetition of `work`: the median of several runs after a warm-up run. */
export const nanosecondsEach = (repetitions: number, work: () => void, runs = 5): number => {
  const times: number[] = []
  for (let run = 0; run <= runs; run++) {
    const since = performance.now()
    work()
    if (run > 0) times.push(((performance.now() - since) * 1e6) / repetitions)
  }
  return median(times)
}

export const perSecond = (nanoseconds: number): string => `${Math.round(1e9 / nanoseconds).toLocaleString('en')}/s`
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`

/** Returns a percentile; the share is between 0 and 1. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
