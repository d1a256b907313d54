/**
 * WebSocket server of the Binance API: connections, their lifetimes and pings, and the commands that subscribe to
 * streams.
 */

import { type WebSocket, WebSocketServer } from 'ws'
import { every } from '../../../server/core/every.ts'
import { SECOND_MS } from '../../../server/core/instant.ts'
import { parseRecord } from '../../../server/core/json.ts'
import type { Clock } from '../../../server/engine/model/ports.ts'
import type { SocketServer } from '../../exchange/server/open-servers.ts'
import { type Listener, leave, type StreamHub, subscribe, unsubscribe } from '../../exchange/server/stream-hub.ts'

/** Creates the WebSocket server of the market streams and of the account stream. */
export const createSocketServer = (parts: SocketParts): SocketServer => {
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false })
  return {
    upgrade(request, socket, head) {
      const path = readPath(request.url ?? '')
      if (!path) {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, (opened) => acceptSocket(parts, opened, path))
    },
    close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

/** Lifetimes of connections, and their ping interval. */
interface SocketLives {
  readonly connectionMs: number
  readonly pingMs: number
}

export interface SocketParts extends SocketLives, RequestParts {
  readonly clock: Clock
}

/** Hub, and whether a stream may be subscribed to. */
interface RequestParts {
  readonly hub: StreamHub
  readonly isOffered: (stream: string) => boolean
}

const MESSAGE_MAX_BYTES = 256_000
const MESSAGES_PER_SECOND = 10
const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008

/** Streams requested in the address of a connection. */
export interface StreamPath {
  readonly combined: boolean
  readonly streams: readonly string[]
}

const PATH = /^(?:\/(?:public|market|private))?\/(ws|stream)((?:\/[^/?]+)*)\/?$/

/**
 * Parses the path `/ws`, `/ws/<stream>…` or `/stream?streams=…`, optionally below `/public`, `/market` or `/private`; a
 * listen key is a stream name. Undefined for any other path.
 */
export const readPath = (url: string): StreamPath | undefined => {
  const parsed = URL.parse(url, 'ws://venue')
  const [, kind, rest = ''] = PATH.exec(parsed?.pathname ?? '') ?? []
  if (!parsed || kind === undefined) return undefined
  const query = ['streams', 'listenKey'].map((name) => parsed.searchParams.get(name) ?? '')
  const streams = [rest, ...query].flatMap((part) => part.split('/')).filter((stream) => stream !== '')
  return {
    combined: kind === 'stream',
    streams: streams.map((stream) => stream.replace('%40', '@').replace('%21', '!')),
  }
}

const acceptSocket = (parts: SocketParts, socket: WebSocket, { combined, streams }: StreamPath): void => {
  const { hub, connectionMs, pingMs } = parts
  const listener: Listener = { socket, streams: new Set(), combined }
  for (const stream of streams.slice(0, STREAMS_MAX)) subscribe(hub, listener, stream)
  let answered = true
  const stopPings = every(pingMs, () => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  })
  const end = setTimeout(() => socket.close(GOING_AWAY), connectionMs).unref()
  const isTooMuch = createPaceCheck(parts.clock)
  socket.on('pong', () => {
    answered = true
  })
  socket.on('message', (data) => {
    if (isTooMuch()) return socket.close(POLICY_VIOLATION, 'Too many requests')
    socket.send(JSON.stringify(executeRequest(parts, listener, String(data))))
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    stopPings()
    clearTimeout(end)
    leave(hub, listener)
  })
}

const createPaceCheck = (clock: Clock): (() => boolean) => {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(clock() / SECOND_MS)
    count = now === second ? count + 1 : 1
    second = now
    return count > MESSAGES_PER_SECOND
  }
}

/** Maximum number of streams of one connection. */
const STREAMS_MAX = 1_024

/** Executes a command of a client and returns the response under the client's request ID. */
export const executeRequest = (parts: RequestParts, listener: Listener, text: string): unknown => {
  const command = parseRecord(text)
  if (!command) return { error: { code: 2, msg: 'Invalid request: JSON expected.' }, id: null }
  const { method, id = null } = command
  const streams = Array.isArray(command.params) ? command.params.map(String) : []
  switch (method) {
    case 'SUBSCRIBE':
      return subscribeAll(parts, listener, streams, id)
    case 'UNSUBSCRIBE':
      for (const stream of streams) unsubscribe(parts.hub, listener, stream)
      return { result: null, id }
    case 'LIST_SUBSCRIPTIONS':
      return { result: [...listener.streams], id }
    case 'SET_PROPERTY':
      listener.combined = Array.isArray(command.params) && command.params[1] === true
      return { result: null, id }
    case 'GET_PROPERTY':
      return { result: listener.combined, id }
    default:
      return { error: { code: 1, msg: `Invalid value type: unknown method ${JSON.stringify(method)}.` }, id }
  }
}

const subscribeAll = (
  { hub, isOffered }: RequestParts,
  listener: Listener,
  streams: readonly string[],
  id: unknown,
): unknown => {
  if (listener.streams.size + streams.length > STREAMS_MAX) {
    return { error: { code: 2, msg: `Invalid request: more than ${STREAMS_MAX} streams.` }, id }
  }
  const refused = streams.find((stream) => !isOffered(stream))
  if (refused !== undefined) return { error: { code: 2, msg: `Invalid request: ${refused} is not recorded.` }, id }
  for (const stream of streams) subscribe(hub, listener, stream)
  return { result: null, id }
}
