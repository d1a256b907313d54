/**
 * WebSocket client of the stream benchmark on a raw socket: subscribes to channels without decoding messages, so that
 * hundreds of clients use little CPU.
 */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Address, token and channels of a subscription. */
interface Joining {
  readonly url: string
  readonly token: string
  readonly channels: readonly string[]
}

/** Unsolicited pong frame, sent regularly in place of an answer to each ping. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const PONG_EVERY_MS = 10_000

/** Connects, subscribes to the channels and discards what is received, unless the caller listens. */
export const joinStream = async ({ url, token, channels }: Joining): Promise<Socket> => {
  const { host, hostname, port } = new URL(url)
  const wire = connect(Number(port), hostname)
  await once(wire, 'connect')
  wire.write(
    `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer ${token}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  )
  const [answer] = await once(wire, 'data')
  if (!String(answer).startsWith('HTTP/1.1 101 ')) throw new Error(`a client was turned away: ${String(answer)}`)
  wire.resume()
  const answering = setInterval(() => wire.write(PONG), PONG_EVERY_MS)
  wire.on('close', () => clearInterval(answering))
  if (channels.length > 0) wire.write(masked(JSON.stringify({ op: 'subscribe', args: { channels } })))
  return wire
}

/** Returns a client text frame with a mask of zeros. */
const masked = (text: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), Buffer.from(text)])
}
