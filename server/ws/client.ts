import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { CLOSE_CODES, type CloseCode, STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { SECOND_MS } from '../core/instant.ts'
import { type Connection, type ConnectionParts, createConnection, end, forget } from './connection.ts'
import { handleMessage } from './handle-message.ts'
import { schedule } from './hub.ts'
import { closeOutbox, createOutbox, flush } from './outbox.ts'

/** A connection and the socket it is on. */
export interface Client {
  readonly connection: Connection
  readonly socket: WebSocket
  /** By a clock that never runs backwards. */
  pingedAtMs: number
  answered: boolean
}

export interface ClientParts extends Pick<ConnectionParts, 'hub' | 'authenticate' | 'admits' | 'isOneTooMany' | 'now'> {
  readonly monotonic: () => number
  /** Called when the server has ended a connection. */
  readonly onEnd: (code: CloseCode) => void
}

/** One who does not answer the close frame is cut off. */
const FAREWELL_MS = 2 * SECOND_MS

/** Opens a client. Shared frames are written directly to the wire; the socket handles reading, pings and closing. */
export const openClient = (socket: WebSocket, wire: Socket, parts: ClientParts): Client => {
  const { hub, monotonic, onEnd, ...rest } = parts
  const outbox = createOutbox({
    wire,
    epoch: hub.parts.epoch,
    joiner: hub.joiner,
    schedule: (due) => schedule(hub, due),
    onEnd: (code) => end(connection, code),
  })
  const close = (code: CloseCode): void => {
    onEnd(code)
    flush(outbox)
    closeOutbox(outbox)
    socket.close(code, CLOSE_CODES[code].code)
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
  }
  const connection = createConnection({ ...rest, hub, outbox, close, monotonic })
  const client: Client = { connection, socket, pingedAtMs: monotonic(), answered: true }
  socket.on('pong', () => {
    client.answered = true
  })
  socket.on('message', (data, isBinary) => {
    const text = String(data)
    if (isBinary) end(connection, 4400, 'The message is binary; send text.')
    else if (Buffer.byteLength(text) > STREAM_LIMITS.messageMaxBytes) end(connection, 1009)
    else handleMessage(connection, text)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closeOutbox(outbox)
    forget(connection)
  })
  return client
}

/** Pings a quiet client; one that has not answered the previous ping is disconnected. */
export const ping = (client: Client, nowMs: number): void => {
  if (nowMs - client.pingedAtMs < STREAM_LIMITS.pingEveryMs) return
  if (!client.answered) return client.socket.terminate()
  client.answered = false
  client.pingedAtMs = nowMs
  client.socket.ping()
}
