import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Steps with which a client without a library joins the stream. */
interface Joining {
  readonly url: string
  readonly token: string
  readonly channels: readonly string[]
}

/** Sent unasked, which answers every ping there may have been. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const PONG_EVERY_MS = 10_000

/** A client that reads and throws away, so that a crowd of them costs the machine little. */
export const joinStream = async ({ url, token, channels }: Joining): Promise<Socket> => {
  const wire = connect(Number(new URL(url).port), '127.0.0.1')
  await once(wire, 'connect')
  wire.write(
    `GET /ws HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer ${token}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  )
  const [answer] = await once(wire, 'data')
  if (!String(answer).startsWith('HTTP/1.1 101 ')) throw new Error(`a client was turned away: ${String(answer)}`)
  wire.resume()
  const answering = setInterval(() => wire.write(PONG), PONG_EVERY_MS)
  wire.on('close', () => clearInterval(answering))
  if (channels.length > 0) wire.write(masked(JSON.stringify({ op: 'subscribe', args: { channels } })))
  return wire
}

/** A client's frame, with a mask of zeros. */
const masked = (text: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), Buffer.from(text)])
}
