import { Server as TlsServer } from 'node:https'
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartError } from '../core/errors.ts'
import { followCertificate } from './network.ts'

/** A client that keeps the server waiting longer while it goes down is cut off. */
const DRAIN_MAX_MS = 5_000

interface ListenParts {
  readonly config: Config
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

/** Opens the port and returns the address at which clients reach it. */
export const listen = async (http: FastifyInstance, { config, logger, resources }: ListenParts): Promise<string> => {
  const { host, port } = config
  resources.use(followCertificate(http, config, logger))
  resources.defer(async () => {
    const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MAX_MS)
    await http.close()
    clearTimeout(hurry)
  })
  try {
    await http.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const faults: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is taken by another program. Stop it, or choose another with --port.`,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Choose another with --host.`,
      ENOTFOUND: `${host} is no known host name. Choose another with --host.`,
    }
    throw new StartError(faults[code ?? ''] ?? `The server cannot listen on ${host}:${port} (${message}).`)
  }
  const address = http.server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  const scheme = http.server instanceof TlsServer ? 'https' : 'http'
  const url = `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${taken}`
  http.publicBase ||= url
  return url
}
