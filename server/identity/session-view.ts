import type { Instant } from '../core/instant.ts'
import { findSessions, type IdentityState } from './identity-state.ts'
import { isLive, type SessionId, type SessionKind, sessionEnd } from './session.ts'
import type { UserId } from './user.ts'

export interface SessionView {
  readonly id: SessionId
  readonly kind: SessionKind
  readonly createdAt: Instant
  readonly lastUsedAt: Instant
  /** End of the session if it is not used again. */
  readonly endsAt: Instant
  readonly address: string | null
  readonly secondFactor: boolean
}

/** The user's live sessions, newest first. */
export const listSessions = (state: IdentityState, userId: UserId): SessionView[] =>
  findSessions(state, userId)
    .filter((session) => isLive(session, state.clock(), state.policy.idleMs))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((session) => ({
      id: session.id,
      kind: session.kind,
      createdAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
      endsAt: sessionEnd(session, state.policy.idleMs),
      address: session.address,
      secondFactor: session.secondFactor,
    }))
