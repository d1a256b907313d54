/** Roles of users on individual accounts of a shared store, beside the roles that they have on all accounts. */

import { isAccountName } from '../core/account-name.ts'
import { err, ok, type Result } from '../core/result.ts'
import { parseRoles, ROLES, type Role, type RoleRefusal } from './role.ts'

/** Granted roles by account; no list is empty. */
export type Grants = ReadonlyMap<string, readonly Role[]>

export const NO_GRANTS: Grants = new Map()

/** Roles and grants of a user, and the accounts to which one of its tokens is limited; null for all. */
export interface Holder {
  readonly roles: readonly Role[]
  readonly grants: Grants
  readonly accounts: readonly string[] | null
}

/**
 * Returns the roles on an account: those on all accounts and those granted on this one; none beyond the token's limit.
 */
export const rolesOn = ({ roles, grants, accounts }: Holder, account: string): readonly Role[] => {
  if (accounts !== null && !accounts.includes(account)) return []
  const granted = grants.get(account)
  return granted ? ROLES.filter((role) => roles.includes(role) || granted.includes(role)) : roles
}

/** Returns every role that applies to at least one account. */
export const rolesAnywhere = ({ roles, grants }: Pick<Holder, 'roles' | 'grants'>): readonly Role[] =>
  grants.size === 0 ? roles : ROLES.filter((role) => roles.includes(role) || [...grants.values()].flat().includes(role))

/** Returns the accounts on which the holder has one of these roles; null for all accounts. */
export const accountsWith = (holder: Holder, anyOf: readonly Role[]): readonly string[] | null => {
  const hasAny = (roles: readonly Role[]): boolean => roles.some((role) => anyOf.includes(role))
  if (hasAny(holder.roles)) return holder.accounts
  return [...holder.grants.keys()].filter((account) => hasAny(rolesOn(holder, account)))
}

/** Change of grants: the new roles on these accounts; an empty list revokes them. */
export type GrantChange = Readonly<Record<string, readonly string[]>>

export type GrantRefusal = RoleRefusal | { readonly kind: 'accountInvalid'; readonly account: string }

/** Applies a change of grants, validating accounts and roles. */
export const changeGrants = (grants: Grants, change: GrantChange): Result<Grants, GrantRefusal> => {
  const changed = new Map(grants)
  for (const [account, names] of Object.entries(change)) {
    if (!isAccountName(account)) return err({ kind: 'accountInvalid', account: account.slice(0, 60) })
    const roles = names.length === 0 ? ok([]) : parseRoles(names)
    if (!roles.ok) return roles
    if (roles.value.length === 0) changed.delete(account)
    else changed.set(account, roles.value)
  }
  return ok(changed)
}

/** Prints grants in order of their accounts, such as `alts=VIEWER hedge=OPERATOR,TRADER`. */
export const printGrants = (grants: Grants): string =>
  [...grants]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, roles]) => `${account}=${roles.join(',')}`)
    .join(' ')

/** Reads printed grants. */
export const readGrants = (text: string): Grants =>
  new Map(
    splitWords(text).map((grant) => {
      const [account = '', roles = ''] = grant.split('=')
      return [account, roles.split(',') as Role[]]
    }),
  )

/** Splits words at single spaces; no word in an empty string. */
export const splitWords = (text: string): string[] => (text === '' ? [] : text.split(' '))
