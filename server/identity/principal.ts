import type { Instant } from '../core/instant.ts'
import type { Role, Tier } from './role.ts'
import type { SessionId, SessionKind } from './session.ts'
import type { Restriction } from './sign-in-policy.ts'
import type { UserId } from './user.ts'

/** The user and session of a verified token. */
export interface Principal {
  readonly userId: UserId
  readonly username: string
  readonly sessionId: SessionId
  readonly kind: SessionKind
  readonly roles: readonly Role[]
  readonly tier: Tier
  readonly scope: string
  readonly tokenExpiresAt: Instant
  /** Reason why this session cannot send orders; it may read, pause and stop. */
  readonly restriction: Restriction | null
}
