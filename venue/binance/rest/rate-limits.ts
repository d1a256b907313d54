/**
 * Rate limits of the Binance API: request weight per address with bans, order counts of the account, and the weight of
 * candle queries.
 */

import { type Instant, MINUTE_MS, SECOND_MS } from '../../../server/core/instant.ts'
import type { WireLimits } from '../view/market-views.ts'
import { Refused, refusedWith } from './errors.ts'
import { type Params, readLimit } from './params.ts'

/** Rate limit usage of addresses and of the account. */
export interface RateLimits {
  readonly limits: WireLimits
  readonly addresses: Map<string, Address>
  readonly orders: { tenSeconds: Window; minute: Window }
}

interface Address {
  minute: number
  used: number
  refused: number
  bannedUntilMs: Instant
}

interface Window {
  readonly number: number
  readonly count: number
}

/** Number of refusals in a minute after which an address is banned, and duration of the ban. */
const REFUSALS_MAX = 10
const BAN_MS = 2 * MINUTE_MS

/** Maximum number of tracked addresses; beyond it all are discarded. */
const ADDRESSES_MAX = 10_000

const TEN_SECONDS_MS = 10 * SECOND_MS
const EMPTY: Window = { number: 0, count: 0 }

export const createRateLimits = (limits: WireLimits): RateLimits => ({
  limits,
  addresses: new Map(),
  orders: { tenSeconds: EMPTY, minute: EMPTY },
})

/**
 * Adds the weight of a request to its address and returns the usage of this minute; throws a refusal over the limit.
 */
export const chargeWeight = (rates: RateLimits, ip: string, weight: number, now: Instant): number => {
  const address = getAddress(rates, ip, now)
  if (address.bannedUntilMs > now) throw banned(ip, address.bannedUntilMs, now)
  address.used += weight
  const most = rates.limits.weightPerMinute
  if (address.used <= most) return address.used
  if (++address.refused > REFUSALS_MAX) {
    address.bannedUntilMs = now + BAN_MS
    throw banned(ip, address.bannedUntilMs, now)
  }
  throw after(new Refused('-1003', ip, most), MINUTE_MS - (now % MINUTE_MS))
}

/** Counts new orders of the account; throws a refusal over the limit. */
export const countOrders = (rates: RateLimits, count: number, now: Instant): void => {
  const { orders, limits } = rates
  const tenSeconds = counted(orders.tenSeconds, TEN_SECONDS_MS, count, now)
  const minute = counted(orders.minute, MINUTE_MS, count, now)
  if (tenSeconds.count > limits.ordersPerTenSeconds) {
    throw after(new Refused('-1015', limits.ordersPerTenSeconds, '10 SECONDS'), TEN_SECONDS_MS - (now % TEN_SECONDS_MS))
  }
  if (minute.count > limits.ordersPerMinute) {
    throw after(new Refused('-1015', limits.ordersPerMinute, '1 MINUTE'), MINUTE_MS - (now % MINUTE_MS))
  }
  orders.tenSeconds = tenSeconds
  orders.minute = minute
}

/** Number of orders counted in the windows that contain `now`. */
export const orderCounts = ({ orders }: RateLimits, now: Instant): { tenSeconds: number; minute: number } => ({
  tenSeconds: counted(orders.tenSeconds, TEN_SECONDS_MS, 0, now).count,
  minute: counted(orders.minute, MINUTE_MS, 0, now).count,
})

const counted = (window: Window, lengthMs: number, more: number, now: Instant): Window => {
  const number = Math.floor(now / lengthMs)
  return { number, count: (window.number === number ? window.count : 0) + more }
}

const getAddress = ({ addresses }: RateLimits, ip: string, now: Instant): Address => {
  const minute = Math.floor(now / MINUTE_MS)
  const known = addresses.get(ip)
  if (!known && addresses.size >= ADDRESSES_MAX) addresses.clear()
  const address = known ?? { minute, used: 0, refused: 0, bannedUntilMs: 0 }
  if (address.minute !== minute) Object.assign(address, { minute, used: 0, refused: 0 })
  addresses.set(ip, address)
  return address
}

const banned = (ip: string, untilMs: Instant, now: Instant): Refused => {
  const refused = refusedWith(
    '-1003',
    `Way too many requests; IP(${ip}) banned until ${untilMs}. Please use the websocket for live updates to avoid bans.`,
  )
  return after(Object.assign(refused, { status: 418 }), untilMs - now)
}

const after = (refused: Refused, waitMs: number): Refused => {
  refused.retryAfterS = Math.ceil(waitMs / SECOND_MS)
  return refused
}

const KLINES_MAX = 1_500
const KLINES_USUAL = 500

/** Returns the requested number of candles. */
export const klinesLimit = (params: Params): number => readLimit(params, KLINES_USUAL, KLINES_MAX)

/** Weight of a candle query, by its length. */
export const klinesWeight = (params: Params): number => {
  const limit = klinesLimit(params)
  if (limit < 100) return 1
  if (limit < 500) return 2
  return limit <= 1_000 ? 5 : 10
}
