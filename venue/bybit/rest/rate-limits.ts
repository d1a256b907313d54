/** Limits of an address and of the account. */

import { type Instant, MINUTE_MS, SECOND_MS } from '../../../server/core/instant.ts'

/** Rate limits of the Bybit API. */
export interface BybitLimits {
  /** Requests per address in five seconds. */
  readonly requestsPerAddress: number
  /** Limit of the account, as a multiple of the default limit of each route. */
  readonly times: number
}

export const USUAL_LIMITS: BybitLimits = { requestsPerAddress: 600, times: 1 }

const ADDRESS_WINDOW_MS = 5 * SECOND_MS

/** Duration of the ban of an address after too many requests. */
const BAN_MS = 10 * MINUTE_MS

/** Maximum number of tracked addresses; beyond it all are discarded. */
const ADDRESSES_MAX = 10_000

interface Address {
  window: number
  count: number
  bannedUntilMs: Instant
}

/** Usage of addresses and of the account. */
export interface BybitRates {
  readonly limits: BybitLimits
  readonly addresses: Map<string, Address>
  /** Times of the requests to each route within the last second. */
  readonly requests: Map<string, Instant[]>
}

export const createBybitRates = (limits: BybitLimits): BybitRates => ({
  limits,
  addresses: new Map(),
  requests: new Map(),
})

/** Counts a request to its address; returns false when it is over the limit or banned. */
export const isAdmitted = ({ addresses, limits }: BybitRates, ip: string, now: Instant): boolean => {
  if (!addresses.has(ip) && addresses.size >= ADDRESSES_MAX) addresses.clear()
  const window = Math.floor(now / ADDRESS_WINDOW_MS)
  const address = addresses.get(ip) ?? { window, count: 0, bannedUntilMs: 0 }
  addresses.set(ip, address)
  if (address.bannedUntilMs > now) return false
  if (address.window !== window) Object.assign(address, { window, count: 0 })
  if (++address.count > limits.requestsPerAddress) address.bannedUntilMs = now + BAN_MS
  return address.count <= limits.requestsPerAddress
}

/** Remaining quota of a route, and when it is reset. */
export interface RateStanding {
  readonly limit: number
  /** Negative when the request was one too many. */
  readonly left: number
  readonly resetMs: Instant
}

/** Counts a request to its route, over the second that ends now. */
export const countRequest = (
  { requests, limits }: BybitRates,
  path: string,
  perSecond: number,
  now: Instant,
): RateStanding => {
  const limit = perSecond * limits.times
  const recent = (requests.get(path) ?? []).filter((atMs) => atMs > now - SECOND_MS)
  const left = limit - recent.length - 1
  if (left >= 0) recent.push(now)
  requests.set(path, recent)
  return { limit, left, resetMs: left < 0 ? (recent[0] ?? now) + SECOND_MS : now }
}
