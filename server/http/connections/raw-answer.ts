import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** A response without a request object. */
interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
}

/** Writes a response to a socket detached from HTTP, and closes it. */
export const answerRaw = (socket: Duplex, { status, headers, body }: RawAnswer): void => {
  const all = { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
