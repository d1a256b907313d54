/** Issues long-lived access tokens for programs, created on the host only. */

import { isAccountName } from '../core/account-name.ts'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { findSessions, findUser, type IdentityState, openSession } from './identity-state.ts'
import { issueAccessToken } from './issue.ts'
import { keepPublished } from './key-ring.ts'
import { type Session, type SessionId, TOKEN_TTL_DEFAULT_MS, TOKEN_TTL_MAX_MS, TOKEN_TTL_MIN_MS } from './session.ts'

/** Issues a token for a program: valid for its lifetime, without refresh, unless the rights of its user change. */
export const mintToken = async (
  state: IdentityState,
  { username, ttlMs = TOKEN_TTL_DEFAULT_MS, accounts }: TokenOrder,
): Promise<Result<MintedToken, TokenOrderRefusal>> => {
  const inRange = Number.isSafeInteger(ttlMs) && ttlMs >= TOKEN_TTL_MIN_MS && ttlMs <= TOKEN_TTL_MAX_MS
  if (!inRange) return err({ kind: 'ttlOutOfRange', ttlMs, minMs: TOKEN_TTL_MIN_MS, maxMs: TOKEN_TTL_MAX_MS })
  const invalid = accounts?.find((account) => !isAccountName(account))
  if (invalid !== undefined) return err({ kind: 'accountInvalid', account: invalid.slice(0, 60) })
  const user = findUser(state, username)
  if (!user) return err({ kind: 'userUnknown', username })
  if (user.disabledAt !== null) return err({ kind: 'userDisabled', username: user.username })
  const tokens = findSessions(state, user.id).filter((session) => session.kind === 'HOST_TOKEN')
  if (tokens.length >= TOKENS_MAX) return err({ kind: 'tooManyTokens', limit: TOKENS_MAX })

  const now = state.clock()
  const expiresAt = Math.ceil((now + ttlMs) / SECOND_MS) * SECOND_MS
  const session: Session = {
    id: state.ids('ses'),
    userId: user.id,
    kind: 'HOST_TOKEN',
    createdAt: now,
    lastUsedAt: now,
    endsAt: expiresAt,
    revokedAt: null,
    address: null,
    secondFactor: false,
    accounts: accounts ? [...new Set(accounts)].toSorted() : null,
  }
  keepPublished(state.keys, state.store, expiresAt)
  openSession(state, session, null)
  const accessToken = await issueAccessToken(state, { user, session }, expiresAt)
  return ok({ accessToken, sessionId: session.id, expiresAt })
}

export interface TokenOrder {
  readonly username: string
  readonly ttlMs?: number | undefined
  /** Accounts to which the token is limited; all if omitted. */
  readonly accounts?: readonly string[] | undefined
}

export interface MintedToken {
  readonly accessToken: string
  readonly sessionId: SessionId
  readonly expiresAt: Instant
}

export type TokenOrderRefusal =
  | { readonly kind: 'userUnknown'; readonly username: string }
  | { readonly kind: 'userDisabled'; readonly username: string }
  | { readonly kind: 'ttlOutOfRange'; readonly ttlMs: number; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'accountInvalid'; readonly account: string }
  | { readonly kind: 'tooManyTokens'; readonly limit: number }

/** Maximum number of valid tokens of one user. */
const TOKENS_MAX = 100
