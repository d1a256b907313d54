import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { SECOND_MS } from '../../../server/core/instant.ts'
import type { OpenedMarket } from '../open-market.ts'

/** Opens the HTTP and WebSocket servers of the local exchange at one address, and closes everything in order. */
export const openServers = async (servers: Servers): Promise<VenueServer> => {
  const { host, answer, sockets, market, failure } = servers
  const server = createServer(answer).on('upgrade', sockets.upgrade)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(server, servers).catch((error: unknown) => {
    market.stop()
    throw error
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    failure,
    async close() {
      market.stop()
      sockets.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await market.ended
      servers.closeExchange()
    },
  }
}

interface Servers {
  readonly host: string
  readonly port: number
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly sockets: SocketServer
  readonly market: OpenedMarket
  readonly failure: Promise<Error>
  /** Closes the exchange after the last connection. */
  closeExchange(): void
}

/** Running local exchange. */
export interface VenueServer {
  /** Base address, such as `http://127.0.0.1:8781`; WebSockets use the same port. */
  readonly url: string
  /** Resolves with a failure after which the exchange must stop. */
  readonly failure: Promise<Error>
  close(): Promise<void>
}

/** WebSocket entry point. */
export interface SocketServer {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/** Idle timeout of a connection, longer than clients use, so that none is closed while a client sends a request. */
const KEEP_ALIVE_MS = 65 * SECOND_MS

const listen = (server: Server, { host, port }: Servers): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
