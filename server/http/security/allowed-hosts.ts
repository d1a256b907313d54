import { isIP } from 'node:net'

/** Reason why a `Host` header is refused. */
export type HostFault = 'MISSING' | 'FOREIGN'

/** Checks the `Host` header of a request that arrived at `localAddress`. */
export type HostCheck = (host: string | undefined, localAddress: string | undefined) => HostFault | undefined

export interface HostParts {
  /** Names and addresses the server is reached by; `localhost` and loopback addresses are always among them. */
  readonly allowed: readonly string[]
  /** Its host is allowed too. */
  readonly publicBase: () => string
}

/** A name or an address, with or without a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/**
 * Refuses names that are not ours, so that a page of a name that was pointed at this machine (DNS rebinding) reaches
 * nothing. An address is ours when the request arrived at it: no name can pretend that.
 */
export const createHostCheck = ({ allowed, publicBase }: HostParts): HostCheck => {
  const names = new Set(['localhost', ...allowed.map(plainName)])
  return (host, localAddress) => {
    if (host === undefined || host === '') return 'MISSING'
    const name = parseHostName(host)
    if (name === undefined) return 'FOREIGN'
    if (names.has(name) || isLoopbackAddress(name) || name === plainAddress(localAddress)) return undefined
    return name === plainName(URL.parse(publicBase())?.hostname ?? '') ? undefined : 'FOREIGN'
  }
}

/** The name or address in a `Host` header, in lower case and without brackets; undefined when it is malformed. */
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
