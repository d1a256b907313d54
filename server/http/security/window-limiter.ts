/**
 * Exact sliding-window rate limiter in memory: at most a number of requests per caller in any period of a given length.
 */

import { MINUTE_MS } from '../../core/instant.ts'
import { createRecentCount } from '../../core/recent-count.ts'

/** Creates a limiter of `requests` in any period of `windowMs`. `clock` must be monotonic. */
export const createWindowLimiter = (quota: Quota, clock: () => number): WindowLimiter => {
  const logs = new Map<string, Log>()
  const rejected = createRecentCount(MINUTE_MS, MINUTES_COUNTED)

  const touchLog = (caller: string): Log => {
    const log = logs.get(caller) ?? { times: new Float64Array(Math.min(quota.requests, RING_MIN)), first: 0, count: 0 }
    logs.delete(caller)
    logs.set(caller, log)
    if (logs.size > CALLERS_MAX) logs.delete(logs.keys().next().value as string)
    return log
  }

  const admit = (caller: string): Allowance => {
    const now = clock()
    const log = touchLog(caller)
    dropBefore(log, quota, now)
    const allowed = log.count < quota.requests
    if (allowed) {
      note(log, quota, now)
    } else rejected.note(now)
    const oldest = log.times[log.first] as number
    return {
      allowed,
      quota,
      remaining: quota.requests - log.count,
      resetSec: Math.max(1, Math.ceil((oldest + quota.windowMs - now) / 1_000)),
    }
  }

  const isSpent = (caller: string): boolean => {
    const log = logs.get(caller)
    if (log) dropBefore(log, quota, clock())
    return (log?.count ?? 0) >= quota.requests
  }

  const callers: WindowLimiter['callers'] = () => {
    const count = { active: 0, limited: 0 }
    for (const log of logs.values()) {
      dropBefore(log, quota, clock())
      if (log.count > 0) count.active++
      if (log.count === quota.requests) count.limited++
    }
    return count
  }

  return Object.assign(admit, {
    quota,
    isSpent,
    callers,
    rejectedWithin: (spanMs: number) => rejected.since(spanMs, clock()),
  })
}

export interface WindowLimiter {
  (caller: string): Allowance
  readonly quota: Quota
  /** Returns whether the next request of the caller would be refused; counts nothing. */
  isSpent(caller: string): boolean
  /** Number of callers within the current window, and number of callers without remaining requests. */
  callers(): { readonly active: number; readonly limited: number }
  /** Number of requests refused within the last `spanMs`, an hour at most, to the minute. */
  rejectedWithin(spanMs: number): number
}

/** A quota of requests in any window of the given length, not merely in calendar windows. */
export interface Quota {
  readonly name: string
  readonly requests: number
  readonly windowMs: number
}

/** State of a caller's quota after a request. */
export interface Allowance {
  readonly allowed: boolean
  readonly quota: Quota
  readonly remaining: number
  /** Time until the next request leaves the window, in seconds, rounded up. */
  readonly resetSec: number
}

/** Maximum number of callers; the one with the oldest request is removed first. */
const CALLERS_MAX = 10_000
/** Refusals are remembered for an hour. */
const MINUTES_COUNTED = 60

/** Initial size of a caller's ring; it grows with use, as most callers never come near their quota. */
const RING_MIN = 16

/** The instants of the accepted requests of one caller, oldest first, in a ring. */
interface Log {
  times: Float64Array
  first: number
  count: number
}

const note = (log: Log, { requests }: Quota, now: number): void => {
  if (log.count === log.times.length) grow(log, Math.min(requests, 2 * log.count))
  log.times[(log.first + log.count) % log.times.length] = now
  log.count++
}

const grow = (log: Log, size: number): void => {
  const times = new Float64Array(size)
  for (let place = 0; place < log.count; place++) {
    times[place] = log.times[(log.first + place) % log.times.length] as number
  }
  log.times = times
  log.first = 0
}

const dropBefore = (log: Log, { windowMs }: Quota, now: number): void => {
  while (log.count > 0 && (log.times[log.first] as number) <= now - windowMs) {
    log.first = (log.first + 1) % log.times.length
    log.count--
  }
}
