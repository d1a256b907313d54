/** Shared state of the execution adapter, and its variant for one account reading, which retries failed queries. */

import { type Instant, SECOND_MS } from '../../../../core/instant.ts'
import type { Random } from '../../../../core/random.ts'
import type { VenueFunding } from '../../../../domain/order/venue-report.ts'
import type { Clock } from '../../../../engine/model/ports.ts'
import type { VenueEvent } from '../../../../engine/model/venue.ts'
import type { Client } from '../client.ts'
import type { Listing, Listings } from '../listing.ts'
import type { OrderDialect, RawOrder } from './order-dialect.ts'
import type { OrderMemory } from './order-memory.ts'
import type { Reader } from './reader.ts'

/** Shared state and parts of the execution adapter. */
export interface Desk {
  readonly client: Client
  readonly dialect: OrderDialect
  readonly listings: Listings
  readonly reader: Reader
  readonly memory: OrderMemory
  readonly slow: SlowFacts
  /** Configured symbols that the exchange no longer lists. */
  readonly unlisted: Set<string>
  /** Leverage of positions for which the exchange does not report it. */
  readonly leverage: number
  readonly random: Random
  readonly clock: Clock
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  /** Publishes an event to the engine, asynchronously. */
  publish(event: VenueEvent): void
  closed: boolean
}

/** Rarely changing values that are expensive to query, as last received. */
interface SlowFacts {
  /** Leverage by the exchange's own symbol. */
  leverages: ReadonlyMap<unknown, number>
  leveragesAtMs: Instant
  /** Time at which the position mode was last read and correct. */
  oneWayAtMs: Instant
  /** All listings of the exchange by its own names; undefined until an unwatched holding requires them. */
  others: ReadonlyMap<unknown, Listing> | undefined
  /** Open orders in unwatched instruments, if they are not listed together with ours. */
  elsewhere: { readonly orders: readonly RawOrder[]; readonly requestedAtMs: Instant } | undefined
  funding:
    | { readonly payments: readonly VenueFunding[]; readonly fromMs: Instant; readonly requestedAtMs: Instant }
    | undefined
}

/** Returns the desk for calls that protection waits for. */
export const deskForSafety = (desk: Desk): Desk => {
  const { client } = desk
  return { ...desk, client: { ...client, call: (work, how) => client.call(work, { ...how, urgency: 'SAFETY' }) } }
}

/** Maximum retries in one reading; further failures are not transient. */
const REPEATS_MAX = 5
/** Maximum duration of a failed query that is retried; a longer one would make the reading too old. */
const SOON_MS = 2 * SECOND_MS
const PAUSE_MS = SECOND_MS / 4

/**
 * Returns the desk for one account reading. A query whose response is truncated, empty or an internal fault of the
 * exchange is retried once, because otherwise all other queries would have to be repeated; once the reading is no
 * longer needed, nothing is sent.
 */
export const deskForReading = (desk: Desk, isWanted: () => boolean): Desk => {
  const { client, monotonic, delay } = desk
  let repeats = 0
  const call: Client['call'] = async (work, how) => {
    if (!isWanted()) return NOT_WANTED
    const requestedAtMs = monotonic()
    const called = await client.call(work, how)
    const isSoon = monotonic() - requestedAtMs <= SOON_MS
    if (called.kind !== 'unclear' || !isSoon || repeats >= REPEATS_MAX || !isWanted()) return called
    repeats++
    await delay(PAUSE_MS)
    return isWanted() ? client.call(work, how) : called
  }
  return { ...desk, client: { ...client, call } }
}

const NOT_WANTED = { kind: 'notSent', reason: 'a newer reading of the account was requested' } as const
