/** Waiting in benchmarks: repeats an attempt, or waits for a condition or a result for at most ten seconds. */

import { setTimeout } from 'node:timers/promises'

/** Timeout after which pending work counts as failed. */
const PATIENCE_MS = 10_000

/** Repeats an attempt until it succeeds. */
export const repeat = async (attempt: () => Promise<boolean>): Promise<void> => {
  while (!(await attempt())) await setTimeout(5)
}

/** Resolves when the condition holds; rejects after ten seconds. */
export const until = (holds: () => boolean): Promise<void> => within(repeat(async () => holds()))

/** Returns the result of the work; rejects after ten seconds. */
export const within = async <T>(work: Promise<T>): Promise<T> => {
  const giveUp = new AbortController()
  const late = setTimeout(PATIENCE_MS, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error(`nothing came of it in ${PATIENCE_MS} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    giveUp.abort()
    late.catch(() => {})
  }
}
