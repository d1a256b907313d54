import { type WebSocket, WebSocketServer } from 'ws'
import type { Random } from '../../../server/core/random.ts'
import type { Clock } from '../../../server/engine/model/ports.ts'
import type { SocketServer } from '../../exchange/server/open-servers.ts'
import { type Listener, leave } from '../../exchange/server/stream-hub.ts'
import { type Caller, type CommandParts, executeRequest } from './commands.ts'

/** Creates the WebSocket server of the Bybit API, with one path for market topics and one for account topics. */
export const createBybitSocketServer = (parts: BybitSocketParts): SocketServer => {
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false })
  return {
    upgrade(request, socket, head) {
      const path = URL.parse(request.url ?? '', 'ws://venue')?.pathname
      if (path !== '/v5/public/linear' && path !== '/v5/private') {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, (opened) => welcome(parts, opened, path === '/v5/private'))
    },
    close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

export interface BybitSocketParts extends CommandParts {
  readonly clock: Clock
  readonly random: Random
  /** Maximum lifetime of a connection. */
  readonly connectionMs: number
  /** Lifetime of a connection without incoming messages. */
  readonly idleMs: number
}

const MESSAGE_MAX_BYTES = 256_000
const GOING_AWAY = 1001

const welcome = (parts: BybitSocketParts, socket: WebSocket, isPrivate: boolean): void => {
  const listener: Listener = { socket, streams: new Set(), combined: false }
  const caller: Caller = { listener, welcome: isPrivate ? false : null, connectionId: randomId(parts.random) }
  const end = setTimeout(() => socket.close(GOING_AWAY), parts.connectionMs).unref()
  const idle = setTimeout(() => socket.close(GOING_AWAY), parts.idleMs).unref()
  socket.on('message', (data) => {
    idle.refresh()
    executeRequest(parts, caller, String(data), parts.clock())
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearTimeout(end)
    clearTimeout(idle)
    leave(parts.hub, listener)
  })
}

const LETTERS = 'abcdefghijklmnopqrstuv0123456789'
const LENGTH = 20

const randomId = (random: Random): string =>
  Array.from({ length: LENGTH }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')
