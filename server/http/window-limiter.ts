/** A quota of requests in any window of the given length, not merely in calendar windows. */
export interface Quota {
  readonly name: string
  readonly requests: number
  readonly windowMs: number
}

/** The state of a caller's quota after a request. */
export interface Allowance {
  readonly allowed: boolean
  readonly quota: Quota
  readonly remaining: number
  /** When the next request leaves the window, in seconds from now, rounded up. */
  readonly resetSec: number
}

/** Callers remembered at most; the one seen longest ago is forgotten first. */
const CALLERS_MAX = 10_000

/** The instants of the accepted requests of one caller, oldest first, in a ring. */
interface Log {
  readonly times: Float64Array
  first: number
  count: number
}

export type WindowLimiter = (caller: string) => Allowance

/** An exact sliding window: of any span of `windowMs`, at most `requests` are allowed. `clock` must be monotonic. */
export const createWindowLimiter = (quota: Quota, clock: () => number): WindowLimiter => {
  const logs = new Map<string, Log>()

  const logOf = (caller: string): Log => {
    const log = logs.get(caller) ?? { times: new Float64Array(quota.requests), first: 0, count: 0 }
    logs.delete(caller)
    logs.set(caller, log)
    if (logs.size > CALLERS_MAX) logs.delete(logs.keys().next().value as string)
    return log
  }

  return (caller) => {
    const now = clock()
    const log = logOf(caller)
    dropBefore(log, quota, now)
    const allowed = log.count < quota.requests
    if (allowed) {
      log.times[(log.first + log.count) % quota.requests] = now
      log.count++
    }
    const oldest = log.times[log.first] as number
    return {
      allowed,
      quota,
      remaining: quota.requests - log.count,
      resetSec: Math.max(1, Math.ceil((oldest + quota.windowMs - now) / 1_000)),
    }
  }
}

const dropBefore = (log: Log, { requests, windowMs }: Quota, now: number): void => {
  while (log.count > 0 && (log.times[log.first] as number) <= now - windowMs) {
    log.first = (log.first + 1) % requests
    log.count--
  }
}
