/** Durations of the last minute, counted second by second in classes 9 % wide, so that any number of them is as small. */
export interface CommitTimes {
  /** `SECONDS` rows of `CLASSES` counts. */
  readonly counts: Uint32Array
  /** Which second a row counts. */
  readonly seconds: Float64Array
  /** Durations of the last commit and the one before it. */
  lastMs: number | null
  beforeMs: number | null
}

const SECONDS = 60
const SMALLEST_MS = 2 ** -10
const CLASSES_PER_DOUBLING = 8
const CLASSES = 25 * CLASSES_PER_DOUBLING

export const createCommitTimes = (): CommitTimes => ({
  counts: new Uint32Array(SECONDS * CLASSES),
  seconds: new Float64Array(SECONDS).fill(Number.NEGATIVE_INFINITY),
  lastMs: null,
  beforeMs: null,
})

/** Counts one duration at an instant of a clock that never runs back. */
export const noteCommit = (times: CommitTimes, tookMs: number, nowMs: number): void => {
  const second = Math.floor(nowMs / 1_000)
  const row = second % SECONDS
  if (times.seconds[row] !== second) {
    times.counts.fill(0, row * CLASSES, (row + 1) * CLASSES)
    times.seconds[row] = second
  }
  const at = row * CLASSES + findClass(tookMs)
  times.counts[at] = (times.counts[at] ?? 0) + 1
  times.beforeMs = times.lastMs
  times.lastMs = tookMs
}

/**
 * Commit latency that 99 of 100 did not exceed in the last minute, ms. Of fewer than a hundred the slowest is an outlier and
 * left out; of fewer than two in that minute it is the faster of the last two, so that a single slow commit decides nothing
 * and two in a row do. Null before the first.
 */
export const commitP99 = (times: CommitTimes, nowMs: number): number | null => {
  const totals = totalsSince(times, Math.floor(nowMs / 1_000) - SECONDS)
  const count = totals.reduce((sum, part) => sum + part, 0)
  if (count < 2) return fasterOfLastTwo(times)
  const rank = Math.min(Math.ceil(count * 0.99), count - 1)
  let below = 0
  const rankIndex = totals.findIndex((part) => {
    below += part
    return below >= rank
  })
  return SMALLEST_MS * 2 ** ((rankIndex + 1) / CLASSES_PER_DOUBLING)
}

const fasterOfLastTwo = ({ lastMs, beforeMs }: CommitTimes): number | null =>
  lastMs === null || beforeMs === null ? lastMs : Math.min(lastMs, beforeMs)

const totalsSince = ({ counts, seconds }: CommitTimes, second: number): Float64Array => {
  const totals = new Float64Array(CLASSES)
  for (let row = 0; row < SECONDS; row++) {
    if ((seconds[row] ?? 0) <= second) continue
    for (let index = 0; index < CLASSES; index++) {
      totals[index] = (totals[index] ?? 0) + (counts[row * CLASSES + index] ?? 0)
    }
  }
  return totals
}

const findClass = (tookMs: number): number => {
  const index = Math.ceil(Math.log2(tookMs / SMALLEST_MS) * CLASSES_PER_DOUBLING) - 1
  return Math.min(Math.max(index, 0), CLASSES - 1)
}
