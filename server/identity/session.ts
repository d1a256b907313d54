import type { Id } from '../core/id.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import type { UserId } from './user.ts'

export type SessionId = Id<'ses'>

/** A sign-in with a password, or a token made on the host. */
export type SessionKind = 'LOGIN' | 'HOST_TOKEN'

/** Session of a token: ending it ends all its tokens immediately. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly kind: SessionKind
  readonly createdAt: Instant
  /** True to the minute. */
  readonly lastUsedAt: Instant
  readonly endsAt: Instant
  readonly revokedAt: Instant | null
  /** Address it was opened from; null on the host. */
  readonly address: string | null
  /** True when it was opened with a second factor. */
  readonly secondFactor: boolean
}

export const TOKEN_TTL_MIN_MS = MINUTE_MS
export const TOKEN_TTL_MAX_MS = 90 * DAY_MS
export const TOKEN_TTL_DEFAULT_MS = 30 * DAY_MS

/** The instant from which the session is over if it is not used again. */
export const sessionEnd = (session: Session, idleMs: number): Instant =>
  session.kind === 'LOGIN' ? Math.min(session.endsAt, session.lastUsedAt + idleMs) : session.endsAt

export const isLive = (session: Session, now: Instant, idleMs: number): boolean =>
  session.revokedAt === null && now < sessionEnd(session, idleMs)
