/** Synchronisation with the exchange's clock: queries its time periodically and estimates the offset. */

import type { Instant } from '../../core/instant.ts'
import type { Session } from '../state/session.ts'
import { requestVenue, type Turn } from '../state/turn.ts'

/** Queries the exchange's time when the next reading is due. */
export const requestTime = (turn: Turn): void => {
  const { clock } = turn.session
  const pending = clock.pending !== null && turn.atMs - clock.pending.atMs < ANSWER_WITHIN_MS
  if (pending || clock.dueAtMs > turn.atMs) return
  clock.pending = { queryId: ++turn.session.queries, atMs: turn.atMs }
  clock.dueAtMs = turn.atMs + ANSWER_WITHIN_MS
  requestVenue(turn, { kind: 'readTime', queryId: clock.pending.queryId })
}

/** Interval between readings of the exchange's time. */
export const READ_TIME_EVERY_MS = 30_000
/**
 * Uncertainty above which a reading is repeated soon, so that one slow response does not block orders until the next
 * regular reading.
 */
const CERTAIN_MS = 100
const REPEAT_MS = 1_000
const ANSWER_WITHIN_MS = 3_000

/**
 * Returns the current exchange time, by which the exchange judges the age of a request: the local clock plus the
 * measured offset, reduced by its uncertainty.
 */
export const estimateVenueTime = ({ clock }: Pick<Session, 'clock'>, atMs: Instant): Instant => {
  const offsetMs = clock.offsetMs ?? 0
  const certainMs = Math.max(0, Math.abs(offsetMs) - (clock.errorMs ?? 0))
  return atMs + Math.sign(offsetMs) * Math.floor(certainMs)
}

/**
 * Updates the offset from a response: the exchange's time minus the midpoint of request and response, ± half the round
 * trip (RFC 5905, 8). A more accurate earlier reading that agrees with it remains in use.
 */
export const onTimeRead = (turn: Turn, queryId: number, serverTimeMs: number | null): void => {
  const { clock } = turn.session
  if (clock.pending?.queryId !== queryId) return
  const roundTripMs = turn.atMs - clock.pending.atMs
  const middleMs = clock.pending.atMs + roundTripMs / 2
  clock.pending = null
  if (serverTimeMs === null) return
  const measured = { offsetMs: serverTimeMs - middleMs, errorMs: roundTripMs / 2 }
  const before = agedReading(turn)
  const keepsBefore = before !== null && before.errorMs < measured.errorMs && agree(before, measured)
  Object.assign(clock, keepsBefore ? before : measured)
  clock.atMs = turn.atMs
  clock.dueAtMs = turn.atMs + (clock.errorMs !== null && clock.errorMs <= CERTAIN_MS ? READ_TIME_EVERY_MS : REPEAT_MS)
}

/** Maximum drift between two clocks (RFC 5905, 4: PHI). */
const DRIFT = 15e-6

type Known = { readonly offsetMs: number; readonly errorMs: number }

/** Returns the previous reading with its current uncertainty. */
const agedReading = ({ session: { clock }, atMs }: Turn): Known | null => {
  const { offsetMs, errorMs } = clock
  if (offsetMs === null || errorMs === null) return null
  return { offsetMs, errorMs: errorMs + DRIFT * Math.max(0, atMs - clock.atMs) }
}

/**
 * Returns whether both readings can be true, in which case a slow response does not widen the error of the previous
 * reading.
 */
const agree = (a: Known, b: Known): boolean => Math.abs(a.offsetMs - b.offsetMs) <= a.errorMs + b.errorMs
