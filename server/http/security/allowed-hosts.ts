/** Check of the `Host` header against DNS rebinding: only the server's own names and addresses are accepted. */

import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../answers/problems.ts'
import { readBearer } from './headers.ts'

/**
 * Creates the check. Names must be configured, so that a page on a foreign name that resolves to this machine cannot
 * reach anything. An address is accepted if the request arrived at it, which cannot be faked by a name.
 */
export const createHostCheck = ({ allowed, publicBase }: HostParts): HostCheck => {
  const names = new Set(['localhost', ...allowed.map(plainName)])
  const isOwn = (name: string): boolean => names.has(name) || isLoopbackAddress(name)
  const isReached = (name: string, localAddress: string | undefined): boolean =>
    name === plainAddress(localAddress) || name === plainName(URL.parse(publicBase())?.hostname ?? '')
  /** The newest accepted header, because nearly all requests have the same. */
  let accepted: string | undefined
  return (host, localAddress) => {
    if (host === undefined || host === '') return 'MISSING'
    if (host === accepted) return undefined
    const name = parseHostName(host)
    if (name === undefined) return 'FOREIGN'
    if (!isOwn(name)) return isReached(name, localAddress) ? undefined : 'FOREIGN'
    accepted = host
    return undefined
  }
}

/** Reason why a `Host` header is refused. */
export type HostFault = 'MISSING' | 'FOREIGN'

/** Checks the `Host` header of a request that arrived at `localAddress`. */
export type HostCheck = (host: string | undefined, localAddress: string | undefined) => HostFault | undefined

export interface HostParts {
  /** Accepted names and addresses of the server; `localhost` and loopback addresses are always included. */
  readonly allowed: readonly string[]
  /** Base address, whose host is allowed too. */
  readonly publicBase: () => string
}

/** A name or an address, with or without a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/**
 * Returns the name or address in a `Host` header, in lower case and without brackets; undefined when it is malformed.
 */
const parseHostName = (host: string): string | undefined => {
  const name = HOST.exec(host)?.[1]
  return name === undefined ? undefined : plainName(name)
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

const plainAddress = (address: string | undefined): string | undefined =>
  address?.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]

const isLoopbackAddress = (name: string): boolean => name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))

const PROBES: readonly (string | undefined)[] = ['/healthz', '/readyz']

/** Returns whether a supervisor or load balancer asks for the health of the server. */
export const isProbe = ({ routeOptions }: FastifyRequest): boolean => PROBES.includes(routeOptions?.config?.url)

/**
 * Hook that refuses requests with a foreign `Host`. Probes pass, because supervisors use any host name and the
 * responses contain nothing confidential. So does a restricting call with a bearer token: a page on a foreign name has
 * no token, and an operator who used an unlisted name must still be able to stop.
 */
export const checkHost = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
  const fault = reply.server.network.hostFault(request.raw)
  if (fault === undefined || isExempt(request)) return done()
  if (fault === 'MISSING') return sendProblem(reply, 'malformed-request', { detail: 'Send a `Host` header.' })
  const named = String(request.headers.host).slice(0, 100)
  sendProblem(reply, 'misdirected-request', {
    detail: `This server does not accept requests for ${JSON.stringify(named)}. On the host, --allowed-hosts adds names.`,
  })
}

const isExempt = (request: FastifyRequest): boolean =>
  isProbe(request) ||
  (request.routeOptions?.config?.effect === 'CONTROL_RESTRICT' && readBearer(request.raw) !== undefined)
