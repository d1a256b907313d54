import { type Instant, SECOND_MS } from '../core/instant.ts'
import { parseRecord } from '../core/json.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Session, SessionId } from './session.ts'
import type { UserId } from './user.ts'

export const ISSUER = 'plimsoll'
export const AUDIENCE = 'trading-api'

/** Claims of an access token; instants are whole seconds. */
export interface AccessClaims {
  readonly iss: string
  readonly sub: UserId
  readonly aud: string
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly jti: string
  readonly sid: SessionId
  readonly azv: number
  readonly roles: readonly string[]
  readonly scope: string
  readonly tier: string
  readonly auth_time: number
  readonly amr: readonly string[]
}

export type ClaimRefusal =
  | { readonly kind: 'invalidToken'; readonly reason: 'issuer' | 'audience' }
  /** All of it holds but the time, which lies ahead: the clock was set back since it was issued. */
  | { readonly kind: 'tokenNotYetValid'; readonly claims: AccessClaims }
  | { readonly kind: 'tokenExpired'; readonly expiredAt: Instant }

/** Authentication methods of the session (RFC 8176). */
export const toAmr = ({ kind, secondFactor }: Pick<Session, 'kind' | 'secondFactor'>): readonly string[] => {
  if (kind !== 'LOGIN') return ['host']
  return secondFactor ? ['pwd', 'otp'] : ['pwd']
}

/** The claims in a payload whose signature is ours; undefined when one that is checked is missing or of another type. */
export const parseClaims = (payload: string): AccessClaims | undefined => {
  const claims = parseRecord(payload)
  if (!claims) return undefined
  const texts = [claims.iss, claims.sub, claims.aud, claims.jti, claims.sid]
  const numbers = [claims.iat, claims.nbf, claims.exp, claims.azv]
  const wellFormed = texts.every((text) => typeof text === 'string') && numbers.every(Number.isSafeInteger)
  return wellFormed ? (claims as unknown as AccessClaims) : undefined
}

/** Issuer and audience to the letter, then the time, give or take `leewayMs`. */
export const checkClaims = (
  claims: AccessClaims,
  now: Instant,
  leewayMs: number,
): Result<AccessClaims, ClaimRefusal> => {
  if (claims.iss !== ISSUER) return err({ kind: 'invalidToken', reason: 'issuer' })
  if (claims.aud !== AUDIENCE) return err({ kind: 'invalidToken', reason: 'audience' })
  if (claims.nbf * SECOND_MS > now + leewayMs) return err({ kind: 'tokenNotYetValid', claims })
  const expiredAt = claims.exp * SECOND_MS
  if (expiredAt + leewayMs <= now) return err({ kind: 'tokenExpired', expiredAt })
  return ok(claims)
}
