/** Host commands that store and remove exchange keys, and the description of a user's rights for the audit log. */

import type { Result } from '../core/result.ts'
import { printGrants } from '../identity/grants.ts'
import type { Identity } from '../identity/identity.ts'
import { readArguments, readText } from './arguments.ts'
import { type HostFault, HostRefusal, type VerbTable } from './verb.ts'

/** Host commands for exchange keys, which are received encrypted and cannot be decrypted by this module. */
export const keyVerbs = ({ put, remove }: KeyStorage): VerbTable => ({
  'keys.put': async (args) => {
    const { entry, replaces } = readArguments(args)
    return granted(put(entry, replaces === true))
  },
  'keys.remove': async (args) => granted(remove(readText(readArguments(args), 'exchange'))),
})

/** Store of the sealed exchange keys. */
export interface KeyStorage {
  put(entry: unknown, replaces: boolean): Result<unknown, HostFault>
  remove(exchange: string): Result<unknown, HostFault>
}

const granted = (result: Result<unknown, HostFault>): unknown => {
  if (result.ok) return result.value
  const { code, message, remedy } = result.error
  throw new HostRefusal(code, message, remedy)
}

/** Describes the rights of a user for the audit log; null when there is no such user. */
export const rightsIn =
  ({ listUsers }: Pick<Identity, 'listUsers'>) =>
  (name: string): string | null => {
    const user = listUsers().find(({ username }) => username.toLowerCase() === name.toLowerCase())
    if (!user) return null
    const rights = [
      user.roles.join(','),
      user.tier,
      printGrants(user.grants),
      user.disabledAt === null ? '' : 'DISABLED',
    ]
    return rights.filter((right) => right !== '').join(' ')
  }
