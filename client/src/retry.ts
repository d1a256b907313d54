import { type BackOff, backOffMs } from './back-off.ts'
import type { PlimsollError } from './plimsoll-error.ts'
import type { Safety } from './safety.ts'

/** Answers of those in between: whether the call has reached the server is not known. */
const GATEWAY = [502, 503, 504]

/** Whether a call that has failed so may be sent again without doing anything twice. */
export const mayRepeat = (safety: Safety, { status, code }: PlimsollError): boolean => {
  if (safety === 'ONCE') return false
  if (status === 0 || GATEWAY.includes(status)) return true
  if (status === 429) return safety === 'READ'
  return safety === 'KEYED' && code === 'IDEMPOTENCY_IN_PROGRESS'
}

const PATIENT: BackOff = { firstMs: 250, capMs: 5_000 }
const URGENT: BackOff = { firstMs: 100, capMs: 1_000 }

/** How long to wait before the call is sent again. A server that names a time is not asked before it, but for what is urgent. */
export const repeatAfterMs = (
  safety: Safety,
  { retryAfterMs = 0 }: PlimsollError,
  attempt: number,
  random: () => number,
): number =>
  safety === 'URGENT' ? backOffMs(URGENT, attempt, random) : retryAfterMs + backOffMs(PATIENT, attempt, random)

const LOST_MS = 10_000
const URGENT_LOST_MS = 2_500

/** How long an attempt, the first being number 0, is waited for. What is urgent is sent again soon, but a slow way must have its time as well. */
export const lostAfterMs = (safety: Safety, attempt: number): number =>
  safety === 'URGENT' ? Math.min(LOST_MS, URGENT_LOST_MS * 2 ** attempt) : LOST_MS
