import type { Socket } from 'node:net'
import type { CloseCode } from '../../contract/stream/limits.ts'
import type { Instant } from '../core/instant.ts'
import type { Frame, Joiner, SharedMessage } from './frame.ts'
import type { Source } from './source.ts'

/** A channel that somebody has subscribed. Changed in place. */
export interface Topic {
  readonly channel: string
  readonly source: Source
  readonly subscribers: Set<Subscription>
  /** When it was last looked at, and when it is to be looked at next. */
  polledAtMs: Instant
  dueAtMs: Instant
  /** Of the last look at a conflated source, and what was made of it, by what the reader had seen. */
  version: number
  readonly messages: Map<number | undefined, SharedMessage>
}

/** One client's reading of one channel. Changed in place. */
export interface Subscription {
  readonly topic: Topic
  readonly outbox: Outbox
  /** Of the last message that was written. */
  seq: number
  /** The look that the client was last told of. */
  sentVersion: number | undefined
  /** Whether something newer waits to be written. */
  pending: boolean
  ended: boolean
}

/**
 * What waits for one client: frames of which none may be lost, in order, and the subscriptions that have something
 * newer, which is found out when it is written. Changed in place.
 */
export interface Outbox {
  readonly parts: OutboxParts
  readonly waiting: Frame[]
  waitingBytes: number
  readonly marked: Subscription[]
  /** Whether it is to be flushed already. */
  due: boolean
  /** Whether the wire has to take what it was given before it is given more. */
  full: boolean
  closed: boolean
}

export interface OutboxParts {
  readonly wire: Socket
  readonly epoch: string
  readonly joiner: Joiner
  /** Asks for the outbox to be flushed soon. */
  readonly schedule: (outbox: Outbox) => void
  /** Told when nothing can be written any more: more waits than may wait, or a channel has failed. */
  readonly onEnd: (code: CloseCode) => void
}
