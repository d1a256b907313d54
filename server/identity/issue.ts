import { type Instant, SECOND_MS } from '../core/instant.ts'
import { AUDIENCE, ISSUER, toAmr } from './access-claims.ts'
import { ACCESS_TTL_MS, signAccessToken } from './access-token.ts'
import type { IdentityState } from './identity-state.ts'
import { signingPair } from './key-ring.ts'
import { hashRefreshToken, REFRESH_TOKEN_BYTES, type RefreshToken } from './refresh-token.ts'
import { type Role, type Tier, toScope } from './role.ts'
import type { Session, SessionId } from './session.ts'
import type { User, UserId } from './user.ts'

/** Who signed in, and whether the password is still the one this program generated. */
interface SignedInUser {
  readonly id: UserId
  readonly username: string
  readonly roles: readonly Role[]
  readonly tier: Tier
  readonly mustChangePassword: boolean
}

/** What a client holds after it signed in or refreshed. */
export interface SignedIn {
  readonly accessToken: string
  readonly expiresInSec: number
  readonly refreshToken: string
  readonly sessionId: SessionId
  readonly user: SignedInUser
}

export interface IssuedRefresh {
  readonly token: string
  readonly record: RefreshToken
}

export const issueRefreshToken = (state: IdentityState, sessionId: SessionId, now: Instant): IssuedRefresh => {
  const token = Buffer.from(state.randomBytes(REFRESH_TOKEN_BYTES)).toString('base64url')
  const hash = hashRefreshToken(token)
  return { token, record: { hash, sessionId, createdAt: now, spentAt: null, successor: null, spentFrom: null } }
}

/** A token of this session that lives until `expiresAt`, to the second. */
export const issueAccessToken = (
  state: IdentityState,
  { user, session }: { readonly user: User; readonly session: Session },
  expiresAt: Instant,
): Promise<string> => {
  const issuedSec = Math.floor(state.clock() / SECOND_MS)
  return signAccessToken(signingPair(state.keys), {
    iss: ISSUER,
    sub: user.id,
    aud: AUDIENCE,
    iat: issuedSec,
    nbf: issuedSec,
    exp: Math.floor(expiresAt / SECOND_MS),
    jti: state.ids('jti'),
    sid: session.id,
    azv: user.authorisation,
    roles: user.roles,
    scope: toScope(user.roles),
    tier: user.tier,
    auth_time: Math.floor(session.createdAt / SECOND_MS),
    amr: toAmr(session),
  })
}

/** The answer to a sign-in or refresh. */
export const signedIn = async (
  state: IdentityState,
  holder: { readonly user: User; readonly session: Session },
  refreshToken: string,
): Promise<SignedIn> => {
  const { id, username, roles, tier, passwordOrigin } = holder.user
  const accessToken = await issueAccessToken(state, holder, state.clock() + ACCESS_TTL_MS)
  return {
    accessToken,
    expiresInSec: ACCESS_TTL_MS / SECOND_MS,
    refreshToken,
    sessionId: holder.session.id,
    user: { id, username, roles, tier, mustChangePassword: passwordOrigin === 'GENERATED' },
  }
}
