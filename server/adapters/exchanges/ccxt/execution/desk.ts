import type { Random } from '../../../../core/random.ts'
import type { Clock } from '../../../../engine/ports.ts'
import type { VenueEvent } from '../../../../engine/venue.ts'
import type { Client } from '../client.ts'
import type { Listings } from '../listing.ts'
import type { OrderDialect } from './order-dialect.ts'
import type { OrderMemory } from './order-memory.ts'
import type { Reader } from './reader.ts'

/** What every part of the execution works with. */
export interface Desk {
  readonly client: Client
  readonly dialect: OrderDialect
  readonly listings: Listings
  readonly reader: Reader
  readonly memory: OrderMemory
  /** Of positions of which the exchange does not say it. */
  readonly leverage: number
  readonly random: Random
  readonly clock: Clock
  /** Never runs backwards; for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  /** Resolves when placing an order has become a single request, or when that could not be seen to. */
  ready(): Promise<void>
  /** Tells the engine, soon. */
  tell(event: VenueEvent): void
  closed: boolean
}
