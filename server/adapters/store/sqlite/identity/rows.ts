/** Conversion between identity records and database rows. */

import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { printGrants, readGrants, splitWords } from '../../../../identity/grants.ts'
import type { KnownAddress, LoginFailures } from '../../../../identity/identity-store.ts'
import type { PrivateJwk, SigningKey } from '../../../../identity/key-pair.ts'
import type { RefreshToken } from '../../../../identity/refresh-token.ts'
import type { Role, Tier } from '../../../../identity/role.ts'
import type { SecondFactor } from '../../../../identity/second-factor.ts'
import type { Session, SessionId, SessionKind } from '../../../../identity/session.ts'
import type { PasswordOrigin, User, UserId } from '../../../../identity/user.ts'

/** Returns the row of a user. */
export const userRow = (user: User): Parameters => ({
  id: user.id,
  username: user.username,
  roles: user.roles.join(' '),
  grants: printGrants(user.grants),
  tier: user.tier,
  password_hash: user.passwordHash,
  password_origin: user.passwordOrigin,
  password_weak: user.passwordWeak ? 1 : 0,
  authorisation: user.authorisation,
  created_at_ms: user.createdAt,
  disabled_at_ms: user.disabledAt,
  password_set_at_ms: user.passwordSetAt,
  second_factor: user.secondFactor && JSON.stringify(user.secondFactor),
})

type Row = Record<string, SQLOutputValue>
type Parameters = Record<string, SQLInputValue>

const instantOrNull = (value: SQLOutputValue | undefined): number | null => (value === null ? null : Number(value))

const textOrNull = (value: SQLOutputValue | undefined): string | null => (value === null ? null : String(value))

export const userOfRow = (row: Row): User => ({
  id: String(row.id) as UserId,
  username: String(row.username),
  roles: splitWords(String(row.roles)) as Role[],
  grants: readGrants(String(row.grants)),
  tier: String(row.tier) as Tier,
  passwordHash: String(row.password_hash),
  passwordOrigin: String(row.password_origin) as PasswordOrigin,
  passwordWeak: row.password_weak === 1,
  passwordSetAt: Number(row.password_set_at_ms),
  secondFactor: row.second_factor === null ? null : (JSON.parse(String(row.second_factor)) as SecondFactor),
  authorisation: Number(row.authorisation),
  createdAt: Number(row.created_at_ms),
  disabledAt: instantOrNull(row.disabled_at_ms),
})

export const sessionRow = (session: Session): Parameters => ({
  id: session.id,
  user_id: session.userId,
  kind: session.kind,
  created_at_ms: session.createdAt,
  last_used_at_ms: session.lastUsedAt,
  ends_at_ms: session.endsAt,
  revoked_at_ms: session.revokedAt,
  address: session.address,
  second_factor: session.secondFactor ? 1 : 0,
  accounts: session.accounts === null ? null : session.accounts.join(' '),
})

export const sessionOfRow = (row: Row): Session => ({
  id: String(row.id) as SessionId,
  userId: String(row.user_id) as UserId,
  kind: String(row.kind) as SessionKind,
  createdAt: Number(row.created_at_ms),
  lastUsedAt: Number(row.last_used_at_ms),
  endsAt: Number(row.ends_at_ms),
  revokedAt: instantOrNull(row.revoked_at_ms),
  address: textOrNull(row.address),
  secondFactor: row.second_factor === 1,
  accounts: row.accounts === null ? null : splitWords(String(row.accounts)),
})

export const refreshTokenRow = (token: RefreshToken): Parameters => ({
  hash: token.hash,
  session_id: token.sessionId,
  created_at_ms: token.createdAt,
  spent_at_ms: token.spentAt,
  successor: token.successor,
  spent_from: token.spentFrom,
})

export const refreshTokenOfRow = (row: Row): RefreshToken => ({
  hash: String(row.hash),
  sessionId: String(row.session_id) as SessionId,
  createdAt: Number(row.created_at_ms),
  spentAt: instantOrNull(row.spent_at_ms),
  successor: textOrNull(row.successor),
  spentFrom: textOrNull(row.spent_from),
})

export const signingKeyRow = (key: SigningKey): Parameters => ({
  kid: key.kid,
  jwk: JSON.stringify(key.jwk),
  created_at_ms: key.createdAt,
  used_until_ms: key.usedUntil,
})

export const signingKeyOfRow = (row: Row): SigningKey => ({
  kid: String(row.kid),
  jwk: JSON.parse(String(row.jwk)) as PrivateJwk,
  createdAt: Number(row.created_at_ms),
  usedUntil: Number(row.used_until_ms),
})

export const failuresOfRow = (row: Row): LoginFailures => ({
  userId: String(row.user_id) as UserId,
  count: Number(row.count),
  lastAt: Number(row.last_at_ms),
})

export const knownAddressOfRow = (row: Row): KnownAddress => ({
  userId: String(row.user_id) as UserId,
  address: String(row.address),
  lastAt: Number(row.last_at_ms),
})
