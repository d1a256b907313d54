import { err, ok, type Result } from '../core/result.ts'
import { countOne, endSession, findLive, type IdentityState, noteUse } from './identity-state.ts'
import { issueRefreshToken, type SignedIn, signedIn } from './issue.ts'
import { exchange, hashRefreshToken } from './refresh-token.ts'
import type { SessionId } from './session.ts'
import { tryToStore } from './try-to-store.ts'

export type RefreshRefusal =
  | { readonly kind: 'invalidToken' }
  | { readonly kind: 'sessionRevoked' }
  /** A spent token came back: somebody has a copy, so the session it belongs to has been ended. */
  | { readonly kind: 'refreshReused'; readonly username: string; readonly sessionId: SessionId }

/** Trades a refresh token for the next one and a new access token; throws, and the old one stands, when it cannot be stored. */
export const refresh = async (state: IdentityState, token: string): Promise<Result<SignedIn, RefreshRefusal>> => {
  const known = state.store.findRefreshToken(hashRefreshToken(token))
  if (!known) return err({ kind: 'invalidToken' })
  const now = state.clock()
  const live = findLive(state, known.sessionId, now)
  if (!live) return err({ kind: 'sessionRevoked' })
  const successor = known.successor === null ? undefined : state.store.findRefreshToken(known.successor)
  const next = issueRefreshToken(state, known.sessionId, now)
  const changes = exchange({ presented: known, successor, next: next.record }, now)
  if (!changes) {
    countOne(state, 'refreshReused')
    tryToStore(() => endSession(state, known.sessionId))
    return err({ kind: 'refreshReused', username: live.user.username, sessionId: known.sessionId })
  }
  state.store.saveRefreshTokens(changes)
  noteUse(state, live.session, now)
  return ok(await signedIn(state, live, next.token))
}
