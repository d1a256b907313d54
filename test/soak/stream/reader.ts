import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { joinStream } from '../../../bench/raw-client.ts'
import type { ChannelMessage, StreamMessage } from '../../../contract/stream/answers.ts'
import { STREAM_LIMITS } from '../../../contract/stream/limits.ts'
import { createFrameReader } from './frames.ts'

/** Returns the channels that a client reads: the busiest ones, and those that must not lose a message. */
export const listChannels = (symbols: readonly string[]): string[] => [
  ...symbols.flatMap((symbol) => [
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

/** Number of clients of a server that decode every message. */
export const CHECKED = 10

/** Address, token and channels of a client. */
export interface Joining {
  readonly url: string
  readonly token: string
  readonly channels: readonly string[]
}

const PER_USER = STREAM_LIMITS.connectionsPerUser

/** Returns the number of users whose connections suffice for these clients. */
export const countUsers = (clients: number): number => Math.ceil(clients / PER_USER)

/** Returns the token of a client, given one for each user. */
export const getToken = (tokens: readonly string[], client: number): string =>
  tokens[Math.floor(client / PER_USER)] as string

/** Check of every sequence number of a connection against the previous one. */
const checkSequences = () => {
  const lastSequences = new Map<string, number>()
  const gaps: string[] = []
  return {
    gaps,
    check({ channel, seq, prevSeq }: Pick<ChannelMessage, 'channel' | 'seq' | 'prevSeq'>): void {
      if (prevSeq !== (lastSequences.get(channel) ?? 0) || seq !== prevSeq + 1)
        gaps.push(`${channel} ${prevSeq}→${seq}`)
      lastSequences.set(channel, seq)
    },
  }
}

/** Result of the clients of a crowd. */
export interface CrowdTally {
  readonly messages: number
  readonly gaps: readonly string[]
  /** Number of clients that are connected, have received messages, and have no gap. */
  readonly contiguous: number
}

/** Client of a crowd, which reads the numbers of every message and discards the data. */
export interface CrowdMember {
  readonly messages: number
  readonly gaps: readonly string[]
  readonly socket: Socket
}

const NUMBERS = /^\{"seq":(\d+),"prevSeq":(\d+),.*?"channel":"([^"]+)"/

export const joinCrowd = async (joining: Joining): Promise<CrowdMember> => {
  const socket = await joinStream(joining)
  const { gaps, check } = checkSequences()
  const member = { messages: 0, gaps, socket }
  const read = createFrameReader((head) => {
    const [, seq, prevSeq, channel = ''] = NUMBERS.exec(head) ?? []
    if (seq === undefined) return
    member.messages++
    check({ channel, seq: Number(seq), prevSeq: Number(prevSeq) })
  })
  socket.on('data', read)
  return member
}

/** Client that decodes every message. */
export interface Checked {
  readonly messages: number
  readonly gaps: readonly string[]
  readonly closed: number | undefined
  readonly socket: WebSocket
}

/** Connects a client that decodes every message and passes those of its channels on. */
export const joinChecked = async (
  { url, token, channels }: Joining,
  onMessage: (message: ChannelMessage) => void = () => {},
): Promise<Checked> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } })
  const { gaps, check } = checkSequences()
  const checked = { messages: 0, gaps, closed: undefined as number | undefined, socket }
  socket.on('message', (data) => {
    const message: StreamMessage = JSON.parse(String(data))
    checked.messages++
    if (message.type !== 'snapshot' && message.type !== 'delta') return
    check(message)
    onMessage(message)
  })
  socket.on('close', (code) => {
    checked.closed = code
  })
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'subscribe', args: { channels } }))
  return checked
}
