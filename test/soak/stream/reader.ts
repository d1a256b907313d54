import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { StreamMessage } from '../../../contract/stream/answers.ts'

/** What a client of the crowd reads: the busiest channels and the ones of which nothing may be lost. */
const CHANNELS = [
  ...['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].flatMap((symbol) => [
    `market.ticker:${symbol}`,
    `market.orderbook.50:${symbol}`,
    `market.trades:${symbol}`,
  ]),
  'market.kline.1m:BTCUSDT',
  'account.orders',
  'account.positions',
  'account.balance',
  'signals',
  'autotrading.decisions',
  'monitor.operator-compact-truth',
]

/** Sent unasked, which answers every ping there may have been. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const PONG_EVERY_MS = 10_000
const REQUEST = JSON.stringify({ op: 'subscribe', args: { channels: CHANNELS } })

/** A client that reads and throws away, without a library of its own. */
export const joinCrowd = async (url: string, token: string): Promise<Socket> => {
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
  const length = Buffer.alloc(2)
  length.writeUInt16BE(REQUEST.length)
  wire.write(Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), Buffer.from(REQUEST)]))
  return wire
}

/** A client that holds every number against the one before. */
export interface Checked {
  readonly messages: number
  readonly gaps: readonly string[]
  readonly closed: number | undefined
  readonly socket: WebSocket
}

export const joinChecked = async (url: string, token: string): Promise<Checked> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } })
  const seen = new Map<string, number>()
  const gaps: string[] = []
  const checked = { messages: 0, gaps, closed: undefined as number | undefined, socket }
  socket.on('message', (data) => {
    const message: StreamMessage = JSON.parse(String(data))
    checked.messages++
    if (message.type !== 'snapshot' && message.type !== 'delta') return
    const { channel, seq, prevSeq } = message
    if (prevSeq !== (seen.get(channel) ?? 0) || seq !== prevSeq + 1) gaps.push(`${channel} ${prevSeq}→${seq}`)
    seen.set(channel, seq)
  })
  socket.on('close', (code) => {
    checked.closed = code
  })
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(REQUEST)
  return checked
}
