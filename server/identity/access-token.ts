import { CompactSign, compactVerify, decodeProtectedHeader, errors } from 'jose'
import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { err, type Result } from '../core/result.ts'
import { type AccessClaims, type ClaimRefusal, checkClaims, parseClaims } from './access-claims.ts'
import type { KeyPair } from './key-pair.ts'

/** Lifetime of an access token of a sign-in; a refresh token is exchanged for the next. */
export const ACCESS_TTL_MS = 15 * MINUTE_MS
/** Maximum clock deviation accepted when `nbf` and `exp` are checked. */
export const LEEWAY_MS = 30 * SECOND_MS

export const ALGORITHM = 'Ed25519'
export const TYPE = 'at+jwt'
const BYTES_MAX = 4_096
/** Allowed header members; no key, no key address and no extension is accepted. */
const HEADER_MEMBERS: readonly string[] = ['alg', 'typ', 'kid']

export type TokenRefusal =
  | ClaimRefusal
  | { readonly kind: 'invalidToken'; readonly reason: 'size' | 'malformed' | 'header' | 'key' | 'signature' }

/** A signed token of RFC 9068's profile. */
export const signAccessToken = ({ kid, privateKey }: KeyPair, claims: AccessClaims): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .sign(privateKey)

/** The claims of a token we signed, for us and in its time. Cheap checks come first and nothing is read before its proof. */
export const verifyAccessToken = async (
  keys: ReadonlyMap<string, KeyPair>,
  token: string,
  now: Instant,
): Promise<Result<AccessClaims, TokenRefusal>> => {
  if (Buffer.byteLength(token) > BYTES_MAX) return invalid('size')
  const header = readHeader(token)
  if (!header) return invalid('malformed')
  const { alg, typ, kid } = header
  const extra = Object.keys(header).some((member) => !HEADER_MEMBERS.includes(member))
  if (alg !== ALGORITHM || typ !== TYPE || extra) return invalid('header')
  const key = typeof kid === 'string' ? keys.get(kid) : undefined
  if (!key) return invalid('key')
  const payload = await readPayload(token, key)
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

const readPayload = async (token: string, { publicKey }: KeyPair): Promise<string | undefined> => {
  try {
    const { payload } = await compactVerify(token, publicKey, { algorithms: [ALGORITHM] })
    return new TextDecoder().decode(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
