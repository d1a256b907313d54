/** Opens the HTTP port of a server, closes it at shutdown, and refuses to expose weak passwords to a network. */

import { Server as TlsServer } from 'node:https'
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartError } from '../core/errors.ts'
import { isLoopback } from '../core/is-loopback.ts'
import { describePortFault } from '../doctor/port-fault.ts'
import type { Identity } from '../identity/identity.ts'
import { isWeak } from '../identity/password-policy.ts'
import { followCertificate } from './network-settings.ts'

/** Opens the port and returns its address for clients. */
export const listen = async (
  http: FastifyInstance,
  { config, logger, resources, onClosing }: ListenParts,
): Promise<string> => {
  const { host, port } = config
  resources.use(followCertificate(http, config, logger))
  resources.defer(async () => {
    onClosing?.()
    const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MAX_MS)
    await http.close()
    clearTimeout(hurry)
  })
  try {
    await http.listen({ host, port })
  } catch (error) {
    const { fault, remedy } = describePortFault(config, error as NodeJS.ErrnoException)
    throw new StartError(`${fault}. ${remedy}`)
  }
  const address = http.server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  const scheme = http.server instanceof TlsServer ? 'https' : 'http'
  const url = `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${taken}`
  http.publicBase ||= url
  return url
}

interface ListenParts {
  readonly config: Config
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
  /** Called before the server is closed; from then on, it answers no requests, not even from within the process. */
  readonly onClosing?: () => void
}

/** Time after which clients that delay the shutdown are disconnected. */
const DRAIN_MAX_MS = 5_000

/**
 * Refuses to expose a weak password, or the generated one of the first user, to a network. Nothing has been changed at
 * that point.
 */
export const refuseExposure = ({ host, bootstrapAdmin }: Config, identity: Identity): void => {
  if (isLoopback(host)) return
  const begin = `Listening on ${host} would expose this server to a network`
  const first = identity.listUsers().length === 0
  if (first && !bootstrapAdmin) {
    throw new StartError(
      `${begin} with a generated password. Set PLIMSOLL_BOOTSTRAP_ADMIN=name:password to a strong one.`,
    )
  }
  if (first && bootstrapAdmin && isWeak(bootstrapAdmin.password, bootstrapAdmin.name)) {
    throw new StartError(
      `${begin} with a weak password of ${bootstrapAdmin.name}. Use 15 characters or more that are hard to guess.`,
    )
  }
  const [exposed] = identity.exposedPasswords()
  if (!exposed) return
  throw new StartError(
    `${begin} while the password of ${exposed.username} is ${exposed.reason.toLowerCase()}. ` +
      `Set a strong one with 'plimsoll user passwd ${exposed.username}', or listen on 127.0.0.1.`,
  )
}
