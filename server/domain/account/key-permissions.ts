import type { Instant } from '../../core/instant.ts'

/** Permissions of a key at the exchange; null when the exchange does not report them. */
export interface KeyPermissions {
  readonly trade: boolean | null
  readonly withdraw: boolean | null
  readonly transfer: boolean | null
  readonly boundToAddresses: boolean | null
  /** Null also where it never expires. */
  readonly expiresAtMs: Instant | null
}
