import type { Exchange } from 'ccxt'
import { DAY_MS, type Instant, MINUTE_MS, type TimeRange } from '../../../../core/instant.ts'
import type { Called } from '../client.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'

/** What the exchange has answered to a reading of the account; undefined when it has not. */
export const queryAccount = async <T>(
  { client }: Desk,
  work: Parameters<typeof client.call<T>>[0],
): Promise<Extract<Called<T>, { kind: 'answered' }> | undefined> => {
  const called = await client.call(work, { urgency: 'ACCOUNT' })
  return called.kind === 'answered' ? called : undefined
}

/**
 * As `ask`, of one instrument: nothing where the exchange does not know that any more. It is noted, and asked for again each time,
 * as it may be traded again.
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

/** Those of our instruments that the exchange knows, as far as we do: to name another fails the whole question. */
export const listedNow = ({ listings, unlisted }: Desk): Listing[] =>
  [...listings].flatMap(([symbol, listing]) => (unlisted.has(symbol) ? [] : [listing]))

/** What is happening now is dated by a clock that may be ahead of ours. */
const AHEAD_MS = MINUTE_MS

/** From then until now, in parts that may be asked for at once. */
export const windowsFrom = ({ client, dialect }: Desk, fromMs: Instant): TimeRange[] => {
  const endMs = client.venueNow() + AHEAD_MS
  const windowMs = dialect.windowDays * DAY_MS
  const windows: TimeRange[] = []
  for (let atMs = fromMs; atMs < endMs; atMs += windowMs) {
    windows.push({ fromMs: atMs, toMs: Math.min(atMs + windowMs, endMs) })
  }
  return windows
}
