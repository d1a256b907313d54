import { createHash } from 'node:crypto'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import type { SessionId } from './session.ts'

/** One link of a session's chain; the token itself is known to its holder only. */
export interface RefreshToken {
  /** SHA-256 of the token: 256 random bits need no salt and no work factor. */
  readonly hash: string
  readonly sessionId: SessionId
  readonly createdAt: Instant
  readonly spentAt: Instant | null
  /** The hash of the token that was given for this one. */
  readonly successor: string | null
  /** True when presenting it again after it was spent can only be reuse. */
  readonly final: boolean
}

export const REFRESH_TOKEN_BYTES = 32

/** A client that lost the answer may ask again within this time. */
const REPEAT_MS = 10 * SECOND_MS

export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export interface Exchange {
  readonly presented: RefreshToken
  /** What was given for it before, if it has been presented before. */
  readonly successor: RefreshToken | undefined
  /** What would be given for it now. */
  readonly next: RefreshToken
}

/**
 * The records after a token was presented, or undefined when that is reuse. A spent token is reuse except once, soon,
 * and while its successor lies unused: then the answer was lost on its way to an honest client.
 */
export const exchange = ({ presented, successor, next }: Exchange, now: Instant): RefreshToken[] | undefined => {
  const given = { successor: next.hash }
  if (presented.spentAt === null) return [next, { ...presented, ...given, spentAt: now }]
  const isSoon = !presented.final && now - presented.spentAt <= REPEAT_MS
  if (!isSoon || successor?.spentAt !== null) return undefined
  return [next, { ...presented, ...given, final: true }, { ...successor, ...given, spentAt: now, final: true }]
}
