/** Exchange of refresh tokens for new access and refresh tokens, and detection of reused ones. */

import { err, ok, type Result } from '../core/result.ts'
import { toAddressKey } from './address-key.ts'
import { countOne, endSession, findLive, findLiveAnywhere, type IdentityState, noteUse } from './identity-state.ts'
import { tryToStore } from './identity-store.ts'
import { type SignedIn, signedIn } from './issue.ts'
import { hashRefreshToken, type Rotation, rotate } from './refresh-token.ts'
import type { SessionId } from './session.ts'

/**
 * Exchanges a refresh token for the next one and a new access token. When the rotation cannot be stored, the caller's
 * token remains valid: a full disk must not prevent an access token, which an emergency stop requires.
 */
export const refresh = async (
  state: IdentityState,
  { refreshToken, address }: Refreshing,
): Promise<Result<SignedIn, RefreshRefusal>> => {
  const record = state.store.findRefreshToken(hashRefreshToken(refreshToken))
  if (!record) return err({ kind: 'invalidToken' })
  const live = await findLiveAnywhere(state, record.sessionId)
  if (!live) return err({ kind: 'sessionRevoked' })
  const now = state.clock()
  const key = state.keys.refreshKey
  const rotation = rotate({ token: refreshToken, record, from: toAddressKey(address), key }, now)
  if (rotation.kind === 'reuse') {
    countOne(state, 'refreshReused')
    tryToStore(() => endSession(state, record.sessionId))
    return err({ kind: 'refreshReused', username: live.user.username, sessionId: record.sessionId })
  }
  const stored = rotation.kind === 'rotate' ? tryToStore(() => storeRotation(state, rotation)) : undefined
  if (stored?.ok && !stored.value) return refresh(state, { refreshToken, address })
  noteUse(state, live.session, now)
  return ok(await signedIn(state, live, stored?.ok || rotation.kind === 'keep' ? rotation.token : refreshToken))
}

export type RefreshRefusal =
  | { readonly kind: 'invalidToken' }
  | { readonly kind: 'sessionRevoked' }
  /** A spent token was used again, so it was copied; its session has been ended. */
  | { readonly kind: 'refreshReused'; readonly username: string; readonly sessionId: SessionId }

export interface Refreshing {
  readonly refreshToken: string
  /** Client address. */
  readonly address: string
}

/** Returns the live session a refresh token belongs to, spent or not, and changes nothing. */
export const sessionOfRefresh = (state: IdentityState, refreshToken: string): Result<SessionId, RefreshRefusal> => {
  const record = state.store.findRefreshToken(hashRefreshToken(refreshToken))
  if (!record) return err({ kind: 'invalidToken' })
  return findLive(state, record.sessionId, state.clock()) ? ok(record.sessionId) : err({ kind: 'sessionRevoked' })
}

const storeRotation = (
  { store }: IdentityState,
  { records: [successor, spent] }: Extract<Rotation, { kind: 'rotate' }>,
): boolean => store.rotateRefreshToken(spent, successor)
