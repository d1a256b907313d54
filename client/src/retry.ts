/** Retry rules of calls: whether a failed call is resent, after which delay, and the timeout of each attempt. */

import { type BackOff, backOffMs } from './back-off.ts'
import type { PlimsollError } from './plimsoll-error.ts'
import type { Safety } from './safety.ts'

/** Returns whether a failed call can be sent again without executing anything twice. */
export const mayRepeat = (safety: Safety, { status, code }: PlimsollError): boolean => {
  if (safety === 'ONCE') return false
  if (status === 0 || GATEWAY.includes(status)) return true
  if (status === 429) return safety === 'READ'
  return safety === 'KEYED' && code === 'IDEMPOTENCY_IN_PROGRESS'
}

/** Status codes of gateways and proxies: whether the call has reached the server is unknown. */
const GATEWAY = [502, 503, 504]

const STANDARD: BackOff = { firstMs: 250, capMs: 5_000 }
const URGENT: BackOff = { firstMs: 100, capMs: 1_000 }

/**
 * Returns the delay before the call is sent again. A delay requested by the server is respected, except for urgent
 * calls.
 */
export const repeatAfterMs = (
  safety: Safety,
  { retryAfterMs = 0 }: PlimsollError,
  attempt: number,
  random: () => number,
): number =>
  safety === 'URGENT' ? backOffMs(URGENT, attempt, random) : retryAfterMs + backOffMs(STANDARD, attempt, random)

const LOST_MS = 10_000
const URGENT_LOST_MS = 2_500

/**
 * Returns the timeout of an attempt, the first being number 0. Urgent calls are resent soon, with timeouts that grow
 * for slow connections.
 */
export const lostAfterMs = (safety: Safety, attempt: number): number =>
  safety === 'URGENT' ? Math.min(LOST_MS, URGENT_LOST_MS * 2 ** attempt) : LOST_MS
