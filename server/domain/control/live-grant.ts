/** Live grant: the host's permission to trade with real money, and whether it currently covers autotrading. */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'

/** The host's permission to trade with real money: for these limits, on this evidence packet, for a limited time. */
export interface LiveGrant {
  readonly packetId: Id<'pkt'>
  readonly packetHash: string
  readonly constitutionHash: string
  readonly buildDigest: string
  /** Whether the grant covers manual trading only, or autotrading as well. */
  readonly scope: 'AUTOTRADING' | 'MANUAL'
  readonly reason: string
  readonly grantedAtMs: Instant
  readonly expiresAtMs: Instant
}

/** Effect of a grant on automated trading. */
export type GrantStanding = 'NO_GRANT' | 'EXPIRED' | 'BY_HAND' | 'OTHER_CONSTITUTION' | 'GRANTED'

export interface GivenGrant extends Pick<LiveGrant, 'scope' | 'expiresAtMs'> {
  /** True when it was granted for the limits in effect. */
  readonly matchesConstitution: boolean
}

export const grantStanding = (grant: GivenGrant | null, nowMs: Instant): GrantStanding => {
  if (!grant) return 'NO_GRANT'
  if (grant.expiresAtMs <= nowMs) return 'EXPIRED'
  if (grant.scope !== 'AUTOTRADING') return 'BY_HAND'
  return grant.matchesConstitution ? 'GRANTED' : 'OTHER_CONSTITUTION'
}
