import type { Config } from '../config/config.ts'
import { StartError } from '../core/errors.ts'
import { isLoopback } from '../core/is-loopback.ts'
import type { Identity } from '../identity/identity.ts'
import { isWeak } from '../identity/password-policy.ts'

/** Refuses to show a generated or weak password to a network. Nothing has been changed then. */
export const refuseExposure = ({ host, bootstrapAdmin }: Config, identity: Identity): void => {
  if (isLoopback(host)) return
  const begin = `Listening on ${host} would show this server to a network`
  const first = identity.listUsers().length === 0
  if (first && !bootstrapAdmin) {
    throw new StartError(
      `${begin} with a generated password. Set PLIMSOLL_BOOTSTRAP_ADMIN=name:password to a strong one.`,
    )
  }
  if (first && bootstrapAdmin && isWeak(bootstrapAdmin.password, bootstrapAdmin.name)) {
    throw new StartError(
      `${begin} with a weak password of ${bootstrapAdmin.name}. Take 15 characters or more that are hard to guess.`,
    )
  }
  const [exposed] = identity.exposedPasswords()
  if (!exposed) return
  throw new StartError(
    `${begin} while the password of ${exposed.username} is ${exposed.reason.toLowerCase()}. ` +
      `Set a strong one with 'plimsoll user passwd ${exposed.username}', or listen on 127.0.0.1.`,
  )
}
