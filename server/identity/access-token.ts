/** Access tokens: JWTs in the profile of RFC 9068 that this server signs and verifies, their claims and lifetime. */

import { verify } from 'node:crypto'
import { CompactSign, decodeProtectedHeader } from 'jose'
import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { parseRecord } from '../core/json.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { KeyPair } from './key-pair.ts'
import type { Session, SessionId } from './session.ts'
import type { UserId } from './user.ts'

/** Signs an access token in the profile of RFC 9068. */
export const signAccessToken = ({ kid, privateKey }: KeyPair, claims: AccessClaims): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .sign(privateKey)

/** Lifetime of an access token of a sign-in; the next one is obtained with a refresh token. */
export const ACCESS_TTL_MS = 15 * MINUTE_MS
/** Maximum clock deviation accepted in either direction when `nbf` and `exp` are checked. */
export const LEEWAY_MS = 30 * SECOND_MS

export const ALGORITHM = 'Ed25519'
export const TYPE = 'at+jwt'
const BYTES_MAX = 4_096
/** Allowed header members; no key, no key address and no extension is accepted. */
const HEADER_MEMBERS: readonly string[] = ['alg', 'typ', 'kid']

export type TokenRefusal =
  | ClaimRefusal
  | { readonly kind: 'invalidToken'; readonly reason: 'size' | 'malformed' | 'header' | 'key' | 'signature' }

/**
 * Verifies signature, issuer, audience and time of a token. Cheap checks come first, and no claim is read before the
 * signature is verified. It is verified in the calling thread, which takes about 0.1 ms: in Node's thread pool an
 * emergency stop with a new token would wait behind password hashes and compression.
 */
export const verifyAccessToken = (
  keys: ReadonlyMap<string, KeyPair>,
  token: string,
  now: Instant,
): Result<AccessClaims, TokenRefusal> => {
  if (Buffer.byteLength(token) > BYTES_MAX) return invalid('size')
  const header = readHeader(token)
  if (!header) return invalid('malformed')
  const { alg, typ, kid } = header
  const extra = Object.keys(header).some((member) => !HEADER_MEMBERS.includes(member))
  if (alg !== ALGORITHM || typ !== TYPE || extra) return invalid('header')
  const key = typeof kid === 'string' ? keys.get(kid) : undefined
  if (!key) return invalid('key')
  const payload = readPayload(token, key)
  if (!payload) return invalid('signature')
  const claims = parseClaims(payload)
  return claims ? checkClaims(claims, now, LEEWAY_MS) : invalid('malformed')
}

type Reason = Extract<TokenRefusal, { kind: 'invalidToken' }>['reason']

const invalid = (reason: Reason): Result<never, TokenRefusal> => err({ kind: 'invalidToken', reason })

const readHeader = (token: string): Record<string, unknown> | undefined => {
  try {
    return { ...decodeProtectedHeader(token) }
  } catch {
    return undefined
  }
}

/** Returns the payload of a token in compact serialisation (RFC 7515); undefined unless its signature is valid. */
const readPayload = (token: string, { publicKey }: KeyPair): string | undefined => {
  const [input, payload, signature] = COMPACT.exec(token)?.slice(1).map(String) ?? []
  if (input === undefined || payload === undefined || signature === undefined) return undefined
  const isSigned = verify(null, Buffer.from(input), publicKey, Buffer.from(signature, 'base64url'))
  return isSigned ? Buffer.from(payload, 'base64url').toString() : undefined
}

/** Header with payload, payload, and a signature of 64 bytes, whose last character has no unused bits. */
const COMPACT = /^([\w-]+\.([\w-]+))\.([\w-]{85}[AQgw])$/

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

type ClaimRefusal =
  | { readonly kind: 'invalidToken'; readonly reason: 'issuer' | 'audience' }
  /** Valid except for its time, which is in the future because the clock was set back since the token was issued. */
  | { readonly kind: 'tokenNotYetValid'; readonly claims: AccessClaims }
  | { readonly kind: 'tokenExpired'; readonly expiredAt: Instant }

/** Authentication methods of the session (RFC 8176). */
export const toAmr = ({ kind, secondFactor }: Pick<Session, 'kind' | 'secondFactor'>): readonly string[] => {
  if (kind !== 'LOGIN') return ['host']
  return secondFactor ? ['pwd', 'otp'] : ['pwd']
}

/** Parses the claims of a verified payload; undefined when a required one is missing or mistyped. */
const parseClaims = (payload: string): AccessClaims | undefined => {
  const claims = parseRecord(payload)
  if (!claims) return undefined
  const texts = [claims.iss, claims.sub, claims.aud, claims.jti, claims.sid]
  const numbers = [claims.iat, claims.nbf, claims.exp, claims.azv]
  const wellFormed = texts.every((text) => typeof text === 'string') && numbers.every(Number.isSafeInteger)
  return wellFormed ? (claims as unknown as AccessClaims) : undefined
}

/** Checks issuer and audience exactly, then the time, ± `leewayMs`. */
const checkClaims = (claims: AccessClaims, now: Instant, leewayMs: number): Result<AccessClaims, ClaimRefusal> => {
  if (claims.iss !== ISSUER) return err({ kind: 'invalidToken', reason: 'issuer' })
  if (claims.aud !== AUDIENCE) return err({ kind: 'invalidToken', reason: 'audience' })
  if (claims.nbf * SECOND_MS > now + leewayMs) return err({ kind: 'tokenNotYetValid', claims })
  const expiredAt = claims.exp * SECOND_MS
  if (expiredAt + leewayMs <= now) return err({ kind: 'tokenExpired', expiredAt })
  return ok(claims)
}
