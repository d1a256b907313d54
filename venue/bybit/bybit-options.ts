import type { VenueOptions } from '../venue-options.ts'
import type { BybitPermissions } from './wire/key-permissions.ts'

/** Where the exchange listens, to whom, and what differs from the ordinary. */
export interface BybitOptions
  extends Pick<VenueOptions, 'host' | 'port' | 'apiKey' | 'apiSecret' | 'symbols' | 'faults'> {
  readonly permissions?: BybitPermissions
  readonly limits?: Partial<BybitLimits>
  readonly lives?: Partial<BybitLives>
}

/** How often may be asked. */
export interface BybitLimits {
  /** By an address, in five seconds. */
  readonly requestsPerAddress: number
  /** By the account, in times of what is usual for each route. */
  readonly times: number
}

/** How long things live. */
export interface BybitLives {
  readonly connectionMs: number
  /** A connection of which nothing is heard. */
  readonly idleMs: number
}
