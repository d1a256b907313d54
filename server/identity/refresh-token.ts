/** Refresh tokens: their records, their derivation, and the rules of rotation that detect a copied token. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import type { SessionId } from './session.ts'

/** Record of one refresh token in a session's chain; only its holder has the token itself. */
export interface RefreshToken {
  /** SHA-256 of the token: 256 random bits need no salt and no work factor. */
  readonly hash: string
  readonly sessionId: SessionId
  readonly createdAt: Instant
  readonly spentAt: Instant | null
  /** Hash of the token issued in exchange for this one. */
  readonly successor: string | null
  /** Address key of the caller who spent it. */
  readonly spentFrom: string | null
}

export const REFRESH_TOKEN_BYTES = 32

/**
 * Grace period after a rotation, during which the previous token yields the same successor again and the successor is
 * not rotated: tabs that refresh at the same time, and a client that lost the response, all end up with the same token.
 */
export const ROTATION_GRACE_MS = 10 * SECOND_MS

export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Derives the next token from this one: it cannot be derived without the key, and need not be stored. */
export const deriveSuccessor = (token: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(token).digest('base64url')

export interface Presentation {
  readonly token: string
  readonly record: RefreshToken
  /** Address key of the caller. */
  readonly from: string
  readonly key: Uint8Array
}

/**
 * Result of a presented token: the caller's next token and the records to store; `reuse` when a spent token must be a
 * copy.
 */
export type Rotation =
  | { readonly kind: 'keep'; readonly token: string }
  | { readonly kind: 'rotate'; readonly token: string; readonly records: readonly [RefreshToken, RefreshToken] }
  | { readonly kind: 'reuse' }

/**
 * Decides the result of a presented refresh token. An unspent one is exchanged for its successor, unless it was issued
 * within the grace period. A spent one returns its successor within the grace period, to the address that spent it;
 * otherwise it is reuse.
 */
export const rotate = ({ token, record, from, key }: Presentation, now: Instant): Rotation => {
  const next = deriveSuccessor(token, key)
  if (record.spentAt === null) {
    if (isInGrace(record.createdAt, now)) return { kind: 'keep', token }
    return { kind: 'rotate', token: next, records: rotated(record, { hash: hashRefreshToken(next), from }, now) }
  }
  const repeats = isInGrace(record.spentAt, now) && record.spentFrom === from && isSuccessor(next, record)
  return repeats ? { kind: 'keep', token: next } : { kind: 'reuse' }
}

const rotated = (
  record: RefreshToken,
  { hash, from }: { readonly hash: string; readonly from: string },
  now: Instant,
): [RefreshToken, RefreshToken] => [
  { hash, sessionId: record.sessionId, createdAt: now, spentAt: null, successor: null, spentFrom: null },
  { ...record, spentAt: now, successor: hash, spentFrom: from },
]

/** Returns whether the grace period is running. A clock set back ends it: a negative age is meaningless. */
const isInGrace = (since: Instant, now: Instant): boolean => now >= since && now - since < ROTATION_GRACE_MS

/**
 * Returns whether a token is the recorded successor; false after the key was replaced, because the successor can then
 * no longer be derived.
 */
const isSuccessor = (token: string, { successor }: RefreshToken): boolean => {
  const hash = Buffer.from(hashRefreshToken(token))
  const expected = Buffer.from(successor ?? '')
  return hash.length === expected.length && timingSafeEqual(hash, expected)
}
