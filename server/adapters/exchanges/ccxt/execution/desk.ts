import type { Instant } from '../../../../core/instant.ts'
import type { Random } from '../../../../core/random.ts'
import type { VenueFunding } from '../../../../domain/order/venue-report.ts'
import type { Clock } from '../../../../engine/model/ports.ts'
import type { VenueEvent } from '../../../../engine/model/venue.ts'
import type { Client } from '../client.ts'
import type { Listing, Listings } from '../listing.ts'
import type { OrderDialect, RawOrder } from './order-dialect.ts'
import type { OrderMemory } from './order-memory.ts'
import type { Reader } from './reader.ts'

/** What changes seldom and is dear to ask for, as it was told last. */
interface SlowFacts {
  /** By the exchange's own names. */
  leverages: ReadonlyMap<unknown, number>
  leveragesAtMs: Instant
  /** When the position mode was read last and was as it must be. */
  oneWayAtMs: Instant
  /** Everything the exchange lists, by its own names; undefined until something is not watched. */
  others: ReadonlyMap<unknown, Listing> | undefined
  /** The open orders in instruments that are not watched, where they are not told with ours each time. */
  elsewhere: { readonly orders: readonly RawOrder[]; readonly requestedAtMs: Instant } | undefined
  funding:
    | { readonly payments: readonly VenueFunding[]; readonly fromMs: Instant; readonly requestedAtMs: Instant }
    | undefined
}

/** What every part of the execution works with. */
export interface Desk {
  readonly client: Client
  readonly dialect: OrderDialect
  readonly listings: Listings
  readonly reader: Reader
  readonly memory: OrderMemory
  readonly slow: SlowFacts
  /** Of our symbols, those the exchange was found not to know any more. */
  readonly unlisted: Set<string>
  /** Of positions of which the exchange does not say it. */
  readonly leverage: number
  readonly random: Random
  readonly clock: Clock
  /** Never runs backwards; for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  /** Tells the engine, soon. */
  publish(event: VenueEvent): void
  closed: boolean
}
