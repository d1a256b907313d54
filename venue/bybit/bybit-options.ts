import type { VenueOptions } from '../venue-options.ts'
import type { BybitPermissions } from './rest/key-permissions.ts'

/** Listen address, accepted keys and deviations from the defaults. */
export interface BybitOptions
  extends Pick<VenueOptions, 'host' | 'port' | 'apiKey' | 'apiSecret' | 'symbols' | 'faults'> {
  readonly permissions?: BybitPermissions
  readonly limits?: Partial<BybitLimits>
  readonly lives?: Partial<BybitLives>
}

/** Rate limits. */
export interface BybitLimits {
  /** By an address, in five seconds. */
  readonly requestsPerAddress: number
  /** By the account, in times of what is usual for each route. */
  readonly times: number
}

/** Lifetimes. */
export interface BybitLives {
  readonly connectionMs: number
  /** Lifetime of a connection without incoming messages. */
  readonly idleMs: number
}
