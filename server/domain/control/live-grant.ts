import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'

/** What the host gives for trading with real money: for these limits, on this packet, for a while. */
export interface LiveGrant {
  readonly packetId: Id<'pkt'>
  readonly packetHash: string
  readonly constitutionHash: string
  readonly buildDigest: string
  /** By hand alone, or by autotrading as well. */
  readonly scope: 'AUTOTRADING' | 'MANUAL'
  readonly reason: string
  readonly grantedAtMs: Instant
  readonly expiresAtMs: Instant
}
