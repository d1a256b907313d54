import { err, ok, type Result } from '../core/result.ts'
import { type AccountRefusal, createUser, type UserWithPassword } from './accounts.ts'
import { generatePassword } from './generate-password.ts'
import type { IdentityState } from './identity-state.ts'
import { checkPassword } from './password-policy.ts'

export interface FirstAdmin {
  readonly name?: string | undefined
  /** Taken as it is, weak or not; one is generated when it is left out. */
  readonly password?: string | undefined
}

export type BootstrapRefusal = AccountRefusal | { readonly kind: 'usersExist' }

const FIRST_NAME = 'admin'

/** Makes the first user, an ADMIN of tier STANDARD, when there is none at all. */
export const bootstrap = async (
  state: IdentityState,
  { name = FIRST_NAME, password }: FirstAdmin,
): Promise<Result<UserWithPassword, BootstrapRefusal>> => {
  if (state.users.size > 0) return err({ kind: 'usersExist' })
  const checked = password === undefined ? ok(password) : checkPassword(password, 1)
  if (!checked.ok) return checked
  return createUser(state, {
    username: name,
    roles: ['ADMIN'],
    tier: 'STANDARD',
    password: password ?? generatePassword(state.randomBytes),
    origin: password === undefined ? 'GENERATED' : 'BOOTSTRAP',
  })
}
