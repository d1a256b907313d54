import type { Identity } from '../identity/identity.ts'

/** Returns the rights of a user, in a few words for the audit; null when there is no such user. */
export const rightsIn =
  ({ listUsers }: Pick<Identity, 'listUsers'>) =>
  (name: string): string | null => {
    const user = listUsers().find(({ username }) => username.toLowerCase() === name.toLowerCase())
    return user ? `${user.roles.join(',')} ${user.tier}${user.disabledAt === null ? '' : ' DISABLED'}` : null
  }
