import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { joinStream } from '../../../bench/raw-client.ts'
import type { StreamMessage } from '../../../contract/stream/answers.ts'

/** Channels that a client reads: the busiest ones, and those that must not lose a message. */
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

const REQUEST = JSON.stringify({ op: 'subscribe', args: { channels: CHANNELS } })

/** Connects a client that discards all messages. */
export const joinCrowd = (url: string, token: string): Promise<Socket> => joinStream({ url, token, channels: CHANNELS })

/** Client that checks every sequence number against the previous one. */
export interface Checked {
  readonly messages: number
  readonly gaps: readonly string[]
  readonly closed: number | undefined
  readonly socket: WebSocket
}

export const joinChecked = async (url: string, token: string): Promise<Checked> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } })
  const lastSequences = new Map<string, number>()
  const gaps: string[] = []
  const checked = { messages: 0, gaps, closed: undefined as number | undefined, socket }
  socket.on('message', (data) => {
    const message: StreamMessage = JSON.parse(String(data))
    checked.messages++
    if (message.type !== 'snapshot' && message.type !== 'delta') return
    const { channel, seq, prevSeq } = message
    if (prevSeq !== (lastSequences.get(channel) ?? 0) || seq !== prevSeq + 1) gaps.push(`${channel} ${prevSeq}→${seq}`)
    lastSequences.set(channel, seq)
  })
  socket.on('close', (code) => {
    checked.closed = code
  })
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(REQUEST)
  return checked
}
