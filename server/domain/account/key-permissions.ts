import type { Instant } from '../../core/instant.ts'

/** What a key may do at the exchange; null where the exchange does not tell. */
export interface KeyPermissions {
  readonly trade: boolean | null
  readonly withdraw: boolean | null
  readonly transfer: boolean | null
  readonly boundToAddresses: boolean | null
  /** Null also where it never expires. */
  readonly expiresAtMs: Instant | null
}
