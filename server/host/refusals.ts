import { assertNever } from '../core/assert.ts'
import { DAY_MS, MINUTE_MS } from '../core/instant.ts'
import type { AccountRefusal } from '../identity/accounts.ts'
import type { TokenOrderRefusal } from '../identity/host-token.ts'
import { ROLES } from '../identity/role.ts'
import { HostRefusal } from './verb.ts'

/** Converts a refusal of identity into one for the host. */
export const toHostRefusal = (refusal: AccountRefusal | TokenOrderRefusal): HostRefusal => {
  switch (refusal.kind) {
    case 'usernameInvalid':
      return new HostRefusal(
        'USERNAME_INVALID',
        `'${refusal.username}' cannot be a user name.`,
        'Use 2 to 32 letters, digits, dots, dashes or underscores, beginning with a letter or digit.',
      )
    case 'usernameTaken':
      return new HostRefusal(
        'USERNAME_TAKEN',
        `There is a user named ${refusal.username} already.`,
        'Choose another name; capital letters make no difference.',
      )
    case 'userUnknown':
      return new HostRefusal('USER_NOT_FOUND', `There is no user named ${refusal.username}.`, SEE_USERS)
    case 'userDisabled':
      return new HostRefusal('USER_DISABLED', `The user ${refusal.username} is disabled.`, ENABLE)
    case 'roleUnknown':
      return new HostRefusal('ROLE_UNKNOWN', `There is no role '${refusal.role}'.`, SEE_ROLES)
    case 'rolesEmpty':
      return new HostRefusal('ROLES_EMPTY', 'A user needs at least one role.', SEE_ROLES)
    case 'passwordTooShort':
      return new HostRefusal(
        'PASSWORD_TOO_SHORT',
        `The password has ${refusal.length} characters; it needs ${refusal.min}.`,
        'Leave the password out and one is made for you.',
      )
    case 'passwordTooLong':
      return new HostRefusal(
        'PASSWORD_TOO_LONG',
        `The password has ${refusal.length} characters; ${refusal.max} at most.`,
      )
    case 'passwordGuessable':
      return new HostRefusal(
        'PASSWORD_GUESSABLE',
        'The password is on a list of breached passwords, or built by a pattern that is guessed first.',
        'Use a few words that are hard to guess, or omit it to have one generated.',
      )
    case 'passwordUnchanged':
      return new HostRefusal('PASSWORD_UNCHANGED', 'The password is the one there is.')
    case 'ttlOutOfRange':
      return new HostRefusal(
        'TTL_OUT_OF_RANGE',
        `A token lives between ${refusal.minMs / MINUTE_MS} minute and ${refusal.maxMs / DAY_MS} days.`,
      )
    case 'tooManyTokens':
      return new HostRefusal(
        'TOO_MANY_TOKENS',
        `The user has ${refusal.limit} live tokens, the most there may be.`,
        'A new password ends them all: plimsoll user passwd NAME.',
      )
    case 'busy':
      return new HostRefusal('BUSY', 'The server is checking as many passwords as it can.', 'Try again in a moment.')
    default:
      return assertNever(refusal)
  }
}

const SEE_USERS = 'See who there is: plimsoll user list.'
const SEE_ROLES = `The roles are ${ROLES.join(', ')}.`
const ENABLE = 'Enable it first: plimsoll user enable NAME.'
