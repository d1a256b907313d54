/**
 * Network services for requests: open connections, the caller's address behind proxies, and the check of the host name;
 * and the settings they need.
 */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { createHostCheck, type HostFault } from '../security/allowed-hosts.ts'
import { type ConnectionTable, createConnectionTable } from './connection-table.ts'
import type { TlsFiles } from './open-server.ts'

/** Network information about a request, for REST and for the stream. */
export interface Network {
  readonly connections: ConnectionTable
  /** Returns the address of the caller: the peer, or the one reported by a trusted proxy. */
  readonly clientAddress: (request: IncomingMessage) => string
  readonly hostFault: (request: IncomingMessage) => HostFault | undefined
}

/** Returns whether the peer at this distance is a trusted reverse proxy; 0 is the directly connected one. */
export type ProxyTrust = (address: string, hop: number) => boolean

/** Network settings of the server. */
export interface NetworkSettings {
  /** Reverse proxies whose `X-Forwarded-For` is trusted; undefined if there are none. */
  readonly trustProxy: ProxyTrust | undefined
  /** Accepted hosts in addition to loopback, the server's own addresses and the host of `publicBase`. */
  readonly allowedHosts: readonly string[]
  /** Undefined for plain HTTP. */
  readonly tls: TlsFiles | undefined
}

export interface NetworkParts extends NetworkSettings {
  readonly publicBase: () => string
  readonly monotonic: () => number
}

declare module 'fastify' {
  interface FastifyInstance {
    network: Network
  }
}

export const createNetwork = ({ trustProxy, allowedHosts, publicBase, monotonic }: NetworkParts): Network => {
  const checkHost = createHostCheck({ allowed: allowedHosts, publicBase })
  const isTrustedProxy = (address: string): boolean => trustProxy?.(address, 0) ?? false
  return {
    connections: createConnectionTable({ monotonic, isTrustedProxy }),
    clientAddress(request) {
      const peer = request.socket.remoteAddress ?? ''
      if (!trustProxy) return peer
      const client = proxyAddr(request, trustProxy)
      return isIP(client) === 0 ? peer : client
    },
    hostFault: ({ url = '', headers, socket }) => checkHost(targetHost(url) ?? headers.host, socket.localAddress),
  }
}

/** Returns the host of a request target in absolute form, which replaces the `Host` header (RFC 9112, 3.2.2). */
const targetHost = (target: string): string | undefined =>
  target.startsWith('/') ? undefined : URL.parse(target)?.host
