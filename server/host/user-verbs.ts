import { toRfc3339 } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { AccountRefusal, UserWithPassword } from '../identity/accounts.ts'
import type { TokenOrderRefusal } from '../identity/host-token.ts'
import type { Identity } from '../identity/identity.ts'
import { isTier, parseRoles, type Role, TIERS, type Tier } from '../identity/role.ts'
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
import { toHostRefusal } from './refusals.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/** A user as the host shows it. */
export type HostUser = Omit<UserView, 'createdAt' | 'disabledAt'> & {
  readonly createdAt: string
  readonly disabledAt: string | null
}

export interface HostUserWithPassword {
  readonly user: HostUser
  /** Shown this once; null when the caller gave the password. */
  readonly generatedPassword: string | null
}

export interface HostToken {
  readonly accessToken: string
  readonly sessionId: string
  readonly expiresAt: string
}

/** Host commands for users and tokens; users can be created nowhere else. */
export const userVerbs = (identity: Identity): VerbTable => {
  const withName = (act: (username: string) => Result<UserView, AccountRefusal>) => async (args: unknown) =>
    presentUser(granted(act(readText(readArguments(args), 'username'))))

  return {
    'user.add': async (args) => {
      const given = readArguments(args)
      const username = readText(given, 'username')
      const roles = granted(parseRoles(readTexts(given, 'roles')))
      const tier = readTier(given) ?? 'STANDARD'
      const password = readOptionalText(given, 'password')
      return presentSecret(granted(await identity.addUser({ username, roles, tier, password })))
    },
    'user.change': async (args) => {
      const given = readArguments(args)
      const username = readText(given, 'username')
      return presentUser(granted(identity.changeUser({ username, roles: readRoles(given), tier: readTier(given) })))
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
      const minted = granted(await identity.mintToken({ username, ttlMs: readOptionalNumber(given, 'ttlMs') }))
      return { ...minted, expiresAt: toRfc3339(minted.expiresAt) }
    },
  }
}

const granted = <T>(result: Result<T, AccountRefusal | TokenOrderRefusal>): T => {
  if (result.ok) return result.value
  throw toHostRefusal(result.error)
}

const readRoles = (args: Arguments): readonly Role[] | undefined => {
  const names = readOptionalTexts(args, 'roles')
  return names && granted(parseRoles(names))
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
  createdAt: toRfc3339(user.createdAt),
  disabledAt: user.disabledAt === null ? null : toRfc3339(user.disabledAt),
})

const presentSecret = ({ user, generatedPassword }: UserWithPassword): HostUserWithPassword => ({
  user: presentUser(user),
  generatedPassword,
})
