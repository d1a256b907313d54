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

/** What a grant comes to for trading by itself. */
export type GrantStanding = 'NO_GRANT' | 'EXPIRED' | 'BY_HAND' | 'OTHER_CONSTITUTION' | 'GRANTED'

export interface GivenGrant extends Pick<LiveGrant, 'scope' | 'expiresAtMs'> {
  /** Whether it was given for the limits that are in force. */
  readonly matchesConstitution: boolean
}

export const grantStanding = (grant: GivenGrant | null, nowMs: Instant): GrantStanding => {
  if (!grant) return 'NO_GRANT'
  if (grant.expiresAtMs <= nowMs) return 'EXPIRED'
  if (grant.scope !== 'AUTOTRADING') return 'BY_HAND'
  return grant.matchesConstitution ? 'GRANTED' : 'OTHER_CONSTITUTION'
}
