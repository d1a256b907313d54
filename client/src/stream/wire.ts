/** Wire types of the stream: messages of the server and requests of the client. */

import type { ChannelData } from '../generated/channels.ts'

/** A channel of the stream: `market.ticker:BTCUSDT`, `account.orders` … */
export type Channel = keyof ChannelData

/** Fields of every server message. */
interface Common {
  readonly v: number
  /** Identifies the run of the server. */
  readonly epoch: string
  readonly sentAtMs: number
}

/** Message of a channel: first a snapshot, then changes. */
export interface ChannelMessage<C extends Channel = Channel> extends Common {
  readonly type: 'snapshot' | 'delta'
  readonly channel: C
  readonly seq: number
  readonly prevSeq: number
  readonly data: ChannelData[C]
}

export interface ErrorMessage extends Common {
  readonly type: 'error'
  readonly id: string | null
  readonly data: {
    readonly code: string
    readonly detail: string
    readonly remedy: string
    readonly errors: readonly { readonly pointer: string; readonly detail: string }[]
  }
}

export interface ClosingMessage extends Common {
  readonly type: 'closing'
  readonly data: { readonly closeCode: number; readonly code: string; readonly detail: string; readonly remedy: string }
}

interface AckMessage extends Common {
  readonly type: 'ack'
  readonly id: string | null
  readonly op: 'auth' | 'subscribe' | 'unsubscribe'
}

interface EventMessage extends Common {
  readonly type: 'event'
  readonly data: { readonly event: string }
}

interface PongMessage extends Common {
  readonly type: 'pong'
}

export type ServerMessage = ChannelMessage | ErrorMessage | ClosingMessage | AckMessage | EventMessage | PongMessage

interface ChannelArgs {
  readonly channels: Channel[]
  readonly account?: string
}

export type Request =
  | { readonly op: 'auth'; readonly args: { readonly token: string } }
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly id: string; readonly args: ChannelArgs }
  | { readonly op: 'ping' }

/** Parses a server message; returns undefined for any other string. */
export const parseMessage = (text: string): ServerMessage | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerMessage) : undefined
  } catch {
    return undefined
  }
}
