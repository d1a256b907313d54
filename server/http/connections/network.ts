import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { createHostCheck, type HostFault } from '../security/allowed-hosts.ts'
import { type ConnectionTable, createConnectionTable } from './connection-table.ts'
import type { TlsFiles } from './open-server.ts'

/** Whether the peer at this distance is a reverse proxy of ours; 0 is the one that is connected. */
export type ProxyTrust = (address: string, hop: number) => boolean

/** How the server is reached. */
export interface NetworkSettings {
  /** Reverse proxies whose `X-Forwarded-For` counts; undefined where there are none. */
  readonly trustProxy: ProxyTrust | undefined
  /** Hosts the server answers to, beside loopback, its own addresses and that of `publicBase`. */
  readonly allowedHosts: readonly string[]
  /** Undefined where the server speaks plain HTTP. */
  readonly tls: TlsFiles | undefined
}

/** What is known of the network behind a request, for REST and for the stream. */
export interface Network {
  readonly connections: ConnectionTable
  /** Address of the caller: of the peer, or what a trusted proxy says of it. */
  readonly clientAddress: (request: IncomingMessage) => string
  readonly hostFault: (request: IncomingMessage) => HostFault | undefined
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
    hostFault: ({ headers: { host }, socket }) => checkHost(host, socket.localAddress),
  }
}
