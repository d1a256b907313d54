/**
 * Queries for an account reading: one call with its urgency, instruments that may be delisted, and time ranges of one
 * query each.
 */

import type { Exchange } from 'ccxt'
import { DAY_MS, type Instant, MINUTE_MS, type TimeRange } from '../../../../core/instant.ts'
import type { Called } from '../client.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'

/** Returns the exchange's response to an account query; undefined when there is none. */
export const queryAccount = async <T>(
  { client }: Desk,
  work: Parameters<typeof client.call<T>>[0],
): Promise<Extract<Called<T>, { kind: 'answered' }> | undefined> => {
  const called = await client.call(work, { urgency: 'ACCOUNT' })
  return called.kind === 'answered' ? called : undefined
}

/**
 * Queries one instrument: empty when the exchange no longer knows it. The instrument is recorded as unlisted and
 * queried again each time, as it may be relisted.
 */
export const queryListing = async <T>(
  desk: Desk,
  { instrument: { symbol } }: Listing,
  work: (rest: Exchange) => Promise<readonly T[]>,
): Promise<readonly T[] | undefined> => {
  const { client, unlisted } = desk
  const called = await client.call(work, { urgency: 'ACCOUNT' })
  if (called.kind === 'answered') unlisted.delete(symbol)
  if (called.kind === 'answered') return called.value
  const isUnknown =
    called.kind === 'refused' && client.dialect.errors.refusals.get(called.fault.code) === 'UNKNOWN_SYMBOL'
  if (!isUnknown) return undefined
  unlisted.add(symbol)
  return []
}

/**
 * Returns the configured instruments that the exchange is known to list: including another makes the whole query fail.
 */
export const listedNow = ({ listings, unlisted }: Desk): Listing[] =>
  [...listings].flatMap(([symbol, listing]) => (unlisted.has(symbol) ? [] : [listing]))

/** Tolerance for current events timestamped by a clock that is ahead of ours. */
const AHEAD_MS = MINUTE_MS

/** Returns the range from an instant until now, in parts that fit one query each. */
export const windowsFrom = ({ client, dialect }: Desk, fromMs: Instant): TimeRange[] => {
  const endMs = client.venueNow() + AHEAD_MS
  const windowMs = dialect.windowDays * DAY_MS
  const windows: TimeRange[] = []
  for (let atMs = fromMs; atMs < endMs; atMs += windowMs) {
    windows.push({ fromMs: atMs, toMs: Math.min(atMs + windowMs, endMs) })
  }
  return windows
}
