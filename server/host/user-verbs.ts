import { assertNever } from '../core/assert.ts'
import { DAY_MS, MINUTE_MS, toRfc3339, toRfc3339OrNull } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { AccountRefusal, UserWithPassword } from '../identity/accounts.ts'
import type { GrantChange } from '../identity/grants.ts'
import type { TokenOrderRefusal } from '../identity/host-token.ts'
import type { Identity } from '../identity/identity.ts'
import { isTier, parseRoles, ROLES, type Role, TIERS, type Tier } from '../identity/role.ts'
import type { UserView } from '../identity/user-view.ts'
import {
  type Arguments,
  readArguments,
  readOptionalNumber,
  readOptionalText,
  readOptionalTexts,
  readText,
  readTexts,
} from './arguments.ts'
import { HostRefusal, type Verb } from './verb.ts'

/** Host commands that add, change, disable and list users and issue tokens. Users can only be created on the host. */
export const userVerbs = (identity: Identity): Readonly<Record<(typeof USER_VERBS)[number], Verb>> => {
  const withName = (act: (username: string) => Result<UserView, AccountRefusal>) => async (args: unknown) =>
    presentUser(granted(act(readText(readArguments(args), 'username'))))

  return {
    'user.add': async (args) => {
      const given = readArguments(args)
      const username = readText(given, 'username')
      const roles = parseRoleNames(readTexts(given, 'roles'))
      const grants = readGrants(given)
      const tier = readTier(given) ?? 'STANDARD'
      const password = readOptionalText(given, 'password')
      return presentSecret(granted(await identity.addUser({ username, roles, grants, tier, password })))
    },
    'user.change': async (args) => {
      const given = readArguments(args)
      const username = readText(given, 'username')
      const change = { username, roles: readRoles(given), grants: readGrants(given), tier: readTier(given) }
      return presentUser(granted(identity.changeUser(change)))
    },
    'user.setPassword': async (args) => {
      const given = readArguments(args)
      const username = readText(given, 'username')
      const password = readOptionalText(given, 'password')
      return presentSecret(granted(await identity.setPassword({ username, password })))
    },
    'user.disable': withName(identity.disableUser),
    'user.enable': withName(identity.enableUser),
    'user.resetSecondFactor': withName(identity.resetSecondFactor),
    'user.list': async () => ({ items: identity.listUsers().map(presentUser) }),
    'token.mint': async (args): Promise<HostToken> => {
      const given = readArguments(args)
      const username = readText(given, 'username')
      const limits = { ttlMs: readOptionalNumber(given, 'ttlMs'), accounts: readOptionalTexts(given, 'accounts') }
      const minted = granted(await identity.mintToken({ username, ...limits }))
      return { ...minted, expiresAt: toRfc3339(minted.expiresAt) }
    },
  }
}

export interface HostUserWithPassword {
  readonly user: HostUser
  /** Generated password, returned only this once; null when the caller provided the password. */
  readonly generatedPassword: string | null
}

export interface HostToken {
  readonly accessToken: string
  readonly sessionId: string
  readonly expiresAt: string
}

/** A user as displayed on the host. */
export type HostUser = Omit<UserView, 'grants' | 'createdAt' | 'disabledAt'> & {
  /** Roles on individual accounts. */
  readonly grants: Readonly<Record<string, readonly Role[]>>
  readonly createdAt: string
  readonly disabledAt: string | null
}

/** Names of the host commands for users and tokens. */
export const USER_VERBS = [
  'user.add',
  'user.change',
  'user.setPassword',
  'user.disable',
  'user.enable',
  'user.resetSecondFactor',
  'user.list',
  'token.mint',
] as const

const granted = <T>(result: Result<T, AccountRefusal | TokenOrderRefusal>): T => {
  if (result.ok) return result.value
  throw toHostRefusal(result.error)
}

const readRoles = (args: Arguments): readonly Role[] | undefined => {
  const names = readOptionalTexts(args, 'roles')
  return names && parseRoleNames(names)
}

/** Parses role names; none are for a user with grants alone, which identity checks. */
const parseRoleNames = (names: readonly string[]): readonly Role[] =>
  names.length === 0 ? [] : granted(parseRoles(names))

const readGrants = (args: Arguments): GrantChange | undefined => {
  if (args.grants === undefined) return undefined
  const given = readArguments(args.grants)
  return Object.fromEntries(Object.keys(given).map((account) => [account, readTexts(given, account)]))
}

const readTier = (args: Arguments): Tier | undefined => {
  const tier = readOptionalText(args, 'tier')
  if (tier === undefined || isTier(tier)) return tier
  throw new HostRefusal(
    'TIER_UNKNOWN',
    `There is no tier '${tier.slice(0, 40)}'.`,
    `The tiers are ${TIERS.join(', ')}.`,
  )
}

const presentUser = (user: UserView): HostUser => ({
  ...user,
  grants: Object.fromEntries(user.grants),
  createdAt: toRfc3339(user.createdAt),
  disabledAt: toRfc3339OrNull(user.disabledAt),
})

const presentSecret = ({ user, generatedPassword }: UserWithPassword): HostUserWithPassword => ({
  user: presentUser(user),
  generatedPassword,
})

/** Converts a refusal of identity into one for the host. */
const toHostRefusal = (refusal: AccountRefusal | TokenOrderRefusal): HostRefusal => {
  switch (refusal.kind) {
    case 'usernameInvalid':
      return new HostRefusal(
        'USERNAME_INVALID',
        `'${refusal.username}' is not a valid user name.`,
        'Use 2 to 32 letters, digits, dots, dashes or underscores, starting with a letter or digit.',
      )
    case 'usernameTaken':
      return new HostRefusal(
        'USERNAME_TAKEN',
        `A user named ${refusal.username} already exists.`,
        'Choose another name; names are not case-sensitive.',
      )
    case 'userUnknown':
      return new HostRefusal('USER_NOT_FOUND', `There is no user named ${refusal.username}.`, SEE_USERS)
    case 'userDisabled':
      return new HostRefusal('USER_DISABLED', `The user ${refusal.username} is disabled.`, ENABLE)
    case 'roleUnknown':
      return new HostRefusal('ROLE_UNKNOWN', `There is no role '${refusal.role}'.`, SEE_ROLES)
    case 'rolesEmpty':
      return new HostRefusal('ROLES_EMPTY', 'A user needs at least one role.', SEE_ROLES)
    case 'accountInvalid':
      return new HostRefusal('ACCOUNT_INVALID', `'${refusal.account}' is not an account name.`, ACCOUNT_NAMES)
    case 'passwordTooShort':
      return new HostRefusal(
        'PASSWORD_TOO_SHORT',
        `The password has ${refusal.length} characters; at least ${refusal.min} are required.`,
        'Omit the password to have one generated.',
      )
    case 'passwordTooLong':
      return new HostRefusal(
        'PASSWORD_TOO_LONG',
        `The password has ${refusal.length} characters; at most ${refusal.max} are allowed.`,
      )
    case 'passwordGuessable':
      return new HostRefusal(
        'PASSWORD_GUESSABLE',
        'The password is on a list of breached passwords or follows a pattern that is easy to guess.',
        'Use a few words that are hard to guess, or omit it to have one generated.',
      )
    case 'passwordUnchanged':
      return new HostRefusal('PASSWORD_UNCHANGED', 'The new password is the current one.')
    case 'ttlOutOfRange':
      return new HostRefusal(
        'TTL_OUT_OF_RANGE',
        `The lifetime of a token must be between ${refusal.minMs / MINUTE_MS} minute and ${refusal.maxMs / DAY_MS} days.`,
      )
    case 'tooManyTokens':
      return new HostRefusal(
        'TOO_MANY_TOKENS',
        `The user has ${refusal.limit} valid tokens, the maximum.`,
        'A new password revokes all of them: plimsoll user passwd NAME.',
      )
    case 'busy':
      return new HostRefusal('BUSY', 'The server is busy checking passwords.', 'Try again in a moment.')
    default:
      return assertNever(refusal)
  }
}

const ACCOUNT_NAMES = 'Names have up to 40 letters, digits and hyphens, as for --account.'
const SEE_USERS = 'List the users: plimsoll user list.'
const SEE_ROLES = `The roles are ${ROLES.join(', ')}.`
const ENABLE = 'Enable it first: plimsoll user enable NAME.'
