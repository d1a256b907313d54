/** Users of the server: their record, the validity of names, and the key by which names are compared. */

import type { Id } from '../core/id.ts'
import type { Instant } from '../core/instant.ts'
import type { Grants } from './grants.ts'
import type { Role, Tier } from './role.ts'
import type { SecondFactor } from './second-factor.ts'

/** A user who may sign in. Names are unique regardless of case. */
export interface User {
  readonly id: UserId
  readonly username: string
  /** Roles on all accounts. */
  readonly roles: readonly Role[]
  /** Roles on individual accounts. */
  readonly grants: Grants
  readonly tier: Tier
  /** Password hash in PHC format; used only by identity and its store. */
  readonly passwordHash: string
  readonly passwordOrigin: PasswordOrigin
  readonly passwordWeak: boolean
  readonly passwordSetAt: Instant
  readonly secondFactor: SecondFactor | null
  /** Version of the user's rights: incremented when roles, password or access change, and contained in every token. */
  readonly authorisation: number
  readonly createdAt: Instant
  readonly disabledAt: Instant | null
}

export type UserId = Id<'usr'>

/** Origin of a password: a person, this program, or the setting that created the first user. */
export type PasswordOrigin = 'CHOSEN' | 'GENERATED' | 'BOOTSTRAP'

const USERNAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{1,31}$'

const pattern = new RegExp(USERNAME_PATTERN)

export const isUsername = (text: string): boolean => pattern.test(text)

/** Case-insensitive key of a name. */
export const toNameKey = (username: string): string => username.toLowerCase()
