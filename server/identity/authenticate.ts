/** Authentication of access tokens: full verification, and recall of verified tokens from memory. */

import { SECOND_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { type AccessClaims, type TokenRefusal, verifyAccessToken } from './access-token.ts'
import { rolesAnywhere } from './grants.ts'
import { catchUp, findLive, type IdentityState, noteUse } from './identity-state.ts'
import { toScope } from './role.ts'
import { type Principal, restrictionOn } from './session.ts'

/** Verifies form, signature and time of a token, then that its session and the user's rights are still valid. */
export const authenticate = async (state: IdentityState, token: string): Promise<Result<Principal, AuthRefusal>> => {
  const proved = prove(state, token)
  const mayBeNew = !proved.ok && (proved.error.kind === 'sessionRevoked' || proved.error.kind === 'invalidToken')
  return mayBeNew && (await catchUp(state)) ? prove(state, token) : proved
}

export type AuthRefusal =
  | Exclude<TokenRefusal, { kind: 'tokenNotYetValid' }>
  | { readonly kind: 'sessionRevoked' }
  /** The clock was set back since the token was issued. Its live session may still pause and stop. */
  | { readonly kind: 'tokenNotYetValid'; readonly principal: Principal }

/** Maximum number of cached tokens; beyond it the one verified first is dropped. */
const REMEMBERED_MAX = 4_096

const prove = (state: IdentityState, token: string): Result<Principal, AuthRefusal> => {
  const known = recall(state, token)
  if (known) return ok(known)
  const verified = verifyAccessToken(state.keys.pairs, token, state.clock())
  if (!verified.ok)
    return err(verified.error.kind === 'tokenNotYetValid' ? notYetValid(state, verified.error.claims) : verified.error)
  const principal = admitClaims(state, verified.value)
  if (!principal) return err({ kind: 'sessionRevoked' })
  remember(state, token, { principal, authorisation: verified.value.azv })
  return ok(principal)
}

const notYetValid = (state: IdentityState, claims: AccessClaims): AuthRefusal => {
  const principal = admitClaims(state, claims)
  return principal ? { kind: 'tokenNotYetValid', principal } : { kind: 'sessionRevoked' }
}

/** Returns the principal of a token that was verified before and is still valid, from memory. */
export const recall = (state: IdentityState, token: string): Principal | undefined => {
  const remembered = state.remembered.get(token)
  if (!remembered) return undefined
  const { principal, authorisation } = remembered
  const now = state.clock()
  const live = now < principal.tokenExpiresAt ? findLive(state, principal.sessionId, now) : undefined
  if (live?.user.authorisation !== authorisation) {
    state.remembered.delete(token)
    return undefined
  }
  noteUse(state, live.session, now)
  const restriction = restrictionOn(live, state.policy, now)
  if (restriction === principal.restriction) return principal
  const changed = { ...principal, restriction }
  state.remembered.set(token, { principal: changed, authorisation })
  return changed
}

const admitClaims = (state: IdentityState, claims: AccessClaims): Principal | undefined => {
  const now = state.clock()
  const live = findLive(state, claims.sid, now)
  if (!live || live.user.id !== claims.sub || live.user.authorisation !== claims.azv) return undefined
  const { session, user } = live
  noteUse(state, session, now)
  return {
    userId: user.id,
    username: user.username,
    sessionId: session.id,
    kind: session.kind,
    roles: user.roles,
    grants: user.grants,
    accounts: session.accounts,
    tier: user.tier,
    scope: toScope(rolesAnywhere(user)),
    tokenExpiresAt: claims.exp * SECOND_MS,
    restriction: restrictionOn(live, state.policy, now),
  }
}

const remember = (
  state: IdentityState,
  token: string,
  proved: { principal: Principal; authorisation: number },
): void => {
  const { remembered } = state
  const oldest = remembered.size >= REMEMBERED_MAX ? remembered.keys().next().value : undefined
  if (oldest !== undefined) remembered.delete(oldest)
  remembered.set(token, proved)
}
