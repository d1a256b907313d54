import { type Instant, MINUTE_MS } from '../../core/instant.ts'

/** Outcome of one order we sent: accepted or, without good reason, refused or not answered. */
export interface Attempt {
  readonly atMs: Instant
  readonly failed: boolean
}

/** Minimum number for a meaningful share. */
const ATTEMPTS_MIN = 5

/** Adds an attempt, and removes those that no longer count. */
export const noteAttempt = (attempts: Attempt[], attempt: Attempt): void => {
  attempts.push(attempt)
  while (attempts[0] && !isRecent(attempts[0], attempt.atMs)) attempts.shift()
}

/** Returns the share of the last minute's attempts that failed, in percent; null when there were too few. */
export const computeErrorPct = (attempts: readonly Attempt[], atMs: Instant): number | null => {
  const recent = attempts.filter((attempt) => isRecent(attempt, atMs))
  if (recent.length < ATTEMPTS_MIN) return null
  return (recent.filter(({ failed }) => failed).length * 100) / recent.length
}

const isRecent = (attempt: Attempt, atMs: Instant): boolean => atMs - attempt.atMs <= MINUTE_MS
