/**
 * Rate-limit budget of an exchange: counts requests by limit, reserves shares by urgency, and computes how long a
 * request must wait.
 */

import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { createRecentCount, type RecentCount } from '../../../core/recent-count.ts'
import { URGENCIES, type Urgency } from './attempt.ts'
import type { Count, CountingWindow } from './request-limits.ts'

/** Remaining request allowance at an exchange, limit by limit. */
export interface Budget {
  readonly meters: Map<string, Meter>
  /** Time before which no request is sent, as demanded by the exchange. */
  silentUntilMs: number
  /** Length of the pause after the last ban, ms; reset by any other response. */
  bannedMs: number
  readonly noted: Readonly<Record<LimitNote, RecentCount>>
}

interface Meter {
  readonly window: CountingWindow
  readonly reserved: Reservation
  /** Costs spent within the current window, oldest first. */
  spent: Spent[]
  total: number
  /** Time at which the exchange last published its own count, by its own clock. */
  publishedAtMs: Instant | null
}

/** Current time by a monotonic clock and by the exchange's clock. */
export interface Now {
  readonly monotonicMs: number
  readonly exchangeMs: Instant
}

/**
 * Cost counted in one limit; without an urgency, it is the cost that the exchange counted in excess of our own
 * requests.
 */
interface Spent {
  readonly atMs: number
  readonly cost: number
  readonly by: Urgency | undefined
}

/**
 * Events counted over the last hour: a request waited for its turn, the exchange returned 429, it banned the address
 * (418), or it reported too many requests in its own code.
 */
export type LimitNote = 'delayed' | 'http429' | 'http418' | 'venueCode'

type Reservation = Readonly<Partial<Record<Urgency, number>>>

/**
 * Share of a window reserved exclusively for each urgency; the rest is available to any request. Without an account
 * reading there are no entries, so neither market data nor a large number of unconfirmed orders may delay it; a few of
 * these orders are still resolved. Entries need little. Protection and stops never wait, but are counted: their share
 * reserves capacity for them. Competition differs by kind of request: account readings compete with look-ups for the
 * order lists, stops compete with entries for order placement. Usage by other processes behind the same address reduces
 * the shares of less important requests first. Every process leaves the share of SAFETY, so that an engine that takes
 * over an account can connect and read it, whatever its predecessor and other engines used.
 */
const RESERVATIONS: Readonly<Record<Count['of'], Reservation>> = {
  everything: { LOOKUP: 0.15, ACCOUNT: 0.2, TRADE: 0.1, SAFETY: 0.15, PROTECT: 0.05, STOP: 0.05 },
  reading: { ACCOUNT: 0.2 },
  ordering: { PROTECT: 0.2 },
}

export const createBudget = (): Budget => ({
  meters: new Map(),
  silentUntilMs: 0,
  bannedMs: 0,
  noted: { delayed: hourly(), http429: hourly(), http418: hourly(), venueCode: hourly() },
})

const hourly = (): RecentCount => createRecentCount(MINUTE_MS, HOUR_MS / MINUTE_MS)

export const noteLimit = ({ noted }: Budget, what: LimitNote, { monotonicMs }: Now): void =>
  noted[what].note(monotonicMs)

/**
 * Spends the cost and returns zero, or returns how long to wait. Protection and stops are always spent. A pause
 * demanded by the exchange applies to everything else.
 */
export const spend = (budget: Budget, counts: readonly Count[], urgency: Urgency, now: Now): number => {
  const meters = counts.map((count) => getMeter(budget, count, now))
  const waits = counts.map(({ cost }, index) => waitFor(meters[index], { cost, urgency }, now))
  const goesAhead = urgency === 'PROTECT' || urgency === 'STOP'
  const waitMs = Math.max(0, goesAhead ? 0 : budget.silentUntilMs - now.monotonicMs, ...(goesAhead ? [] : waits))
  if (waitMs > 0) return waitMs
  for (const [index, { cost }] of counts.entries()) add(meters[index], { cost, by: urgency }, now)
  return 0
}

/**
 * Records the count that the exchange itself publishes for its current window; it applies if it exceeds ours. A count
 * in the response to a request sent in the previous window may belong to that window and is ignored.
 */
export const notePublished = (budget: Budget, { name, used, requestedAt, now }: Published): void => {
  const meter = budget.meters.get(name)
  if (!meter || !Number.isFinite(used)) return
  const { window } = meter
  if (window.resets === 'aligned' && forgottenAt(window, timeIn(window, requestedAt)) <= timeIn(window, now)) return
  forget(meter, now)
  meter.publishedAtMs = now.exchangeMs
  if (used > meter.total) add(meter, { cost: used - meter.total, by: undefined }, now)
}

interface Published {
  readonly name: string
  readonly used: number
  /** Time at which the request of this response was sent. */
  readonly requestedAt: Now
  readonly now: Now
}

/** Records that the exchange demands a pause until this time of the monotonic clock. */
export const noteRetryAfter = (budget: Budget, untilMs: number): void => {
  budget.silentUntilMs = Math.max(budget.silentUntilMs, untilMs)
}

const SHUT_OUT_MS = 10 * SECOND_MS
const SHUT_OUT_MAX_MS = 10 * MINUTE_MS

/**
 * Records that the exchange has banned this address without stating for how long, and returns the length of the pause
 * from now: doubled with each further ban until another response arrives. Zero while a pause is already in effect.
 */
export const shutOut = (budget: Budget, { monotonicMs }: Now): number => {
  if (budget.silentUntilMs > monotonicMs) return 0
  budget.bannedMs = Math.min(SHUT_OUT_MAX_MS, 2 * budget.bannedMs || SHUT_OUT_MS)
  noteRetryAfter(budget, monotonicMs + budget.bannedMs)
  return budget.bannedMs
}

/** Resets the pause length after a response other than a ban. */
export const resetPause = (budget: Budget): void => {
  budget.bannedMs = 0
}

const getMeter = ({ meters }: Budget, { name, window, of }: Count, now: Now): Meter => {
  const meter = meters.get(name) ?? { window, reserved: RESERVATIONS[of], spent: [], total: 0, publishedAtMs: null }
  meters.set(name, meter)
  forget(meter, now)
  return meter
}

const add = (meter: Meter | undefined, { cost, by }: Omit<Spent, 'atMs'>, now: Now): void => {
  if (!meter || cost <= 0) return
  meter.spent.push({ atMs: timeIn(meter.window, now), cost, by })
  meter.total += cost
}

const timeIn = ({ resets }: CountingWindow, { monotonicMs, exchangeMs }: Now): number =>
  resets === 'aligned' ? exchangeMs : monotonicMs

/** Returns when a cost spent at `atMs` no longer counts. */
const forgottenAt = ({ perMs, resets }: CountingWindow, atMs: number): number =>
  resets === 'aligned' ? (Math.floor(atMs / perMs) + 1) * perMs : atMs + perMs

const forget = (meter: Meter, now: Now): void => {
  const { window, spent } = meter
  const nowMs = timeIn(window, now)
  const firstRetained = spent.findIndex(({ atMs }) => forgottenAt(window, atMs) > nowMs)
  if (firstRetained === 0) return
  meter.spent = firstRetained < 0 ? [] : spent.slice(firstRetained)
  meter.total = meter.spent.reduce((sum, { cost }) => sum + cost, 0)
}

/** State of one limit. */
export interface MeterStanding {
  readonly name: string
  readonly most: number
  readonly perMs: number
  readonly used: number
  /** Share of the limit reserved for protective orders and cancels. */
  readonly reservedForStops: number
  readonly publishedAtMs: Instant | null
}

/** Returns the current state of every limit, for monitoring. */
export const readMeters = ({ meters }: Budget, now: Now): MeterStanding[] =>
  [...meters].map(([name, meter]) => {
    forget(meter, now)
    const { window, total, reserved, publishedAtMs } = meter
    const reservedForStops = (reserved.PROTECT ?? 0) + (reserved.STOP ?? 0)
    return { name, most: window.most, perMs: window.perMs, used: total, reservedForStops, publishedAtMs }
  })

interface PendingRequest {
  readonly cost: number
  readonly urgency: Urgency
}

/**
 * Returns the wait until enough costs have expired for the request to fit in addition to the other reserves; at most
 * until all have expired.
 */
const waitFor = (meter: Meter | undefined, { cost, urgency }: PendingRequest, now: Now): number => {
  if (!meter || cost <= 0) return 0
  const { window, spent } = meter
  const by = sums(meter)
  let total = meter.total + cost
  let freeAtMs = timeIn(window, now)
  for (const one of spent) {
    if (total + reservedForOthers(meter, by, urgency) <= window.most + NOTHING) break
    total -= one.cost
    by[one.by ?? 'elsewhere'] -= one.cost
    freeAtMs = forgottenAt(window, one.atMs)
  }
  return freeAtMs - timeIn(window, now)
}

/** Tolerance for rounding errors: costs may be fractions. */
const NOTHING = 1e-9

/** Cost spent by urgency, and by other processes behind the same address. */
type Sums = Record<Urgency | 'elsewhere', number>

const sums = ({ spent }: Meter): Sums => {
  const by = { HISTORY: 0, TRADE: 0, LOOKUP: 0, ACCOUNT: 0, SAFETY: 0, PROTECT: 0, STOP: 0, elsewhere: 0 }
  for (const one of spent) by[one.by ?? 'elsewhere'] += one.cost
  return by
}

const reservedForOthers = ({ window, reserved }: Meter, by: Readonly<Sums>, urgency: Urgency): number => {
  const rank = URGENCIES.indexOf(urgency)
  const unused = (other: Urgency): number => Math.max(0, (reserved[other] ?? 0) * window.most - by[other])
  const sum = (others: readonly Urgency[]): number => others.reduce((total, other) => total + unused(other), 0)
  return sum(URGENCIES.slice(rank + 1)) + Math.max(0, sum(URGENCIES.slice(0, rank)) - by.elsewhere)
}
