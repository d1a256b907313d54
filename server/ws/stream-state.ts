/** State of the stream: topics, subscriptions and outgoing queues. */

import type { Socket } from 'node:net'
import type { CloseCode } from '../../contract/stream/limits.ts'
import type { Instant } from '../core/instant.ts'
import type { Frame, Joiner, SharedMessage } from './frame.ts'
import type { Source } from './source.ts'

/** Topic: a channel with at least one subscriber. Changed in place. */
export interface Topic {
  readonly channel: string
  /** Account as named by the subscriptions; null when they name none. */
  readonly account: string | null
  /** Topics of the same hub, this one included while it has subscribers; by `topicKey`. */
  readonly topics: Map<string, Topic>
  readonly source: Source
  readonly subscribers: Set<Subscription>
  /** Times of the last reading, and of the next one. */
  polledAtMs: Instant
  dueAtMs: Instant
  /** Version of the last reading of a conflated source, with the messages made from it, by the client's version. */
  version: number
  readonly messages: Map<number | undefined, SharedMessage>
}

/** Subscription of one client to one channel. Changed in place. */
export interface Subscription {
  readonly topic: Topic
  readonly outbox: Outbox
  /** Sequence number of the last written message. */
  seq: number
  /** Last reading that was sent to the client. */
  sentVersion: number | undefined
  /** True when a newer state waits to be written. */
  pending: boolean
  ended: boolean
}

/**
 * Outgoing queue of one client: frames that must not be lost, in order, and subscriptions with a newer state, which is
 * determined when written. Changed in place.
 */
export interface Outbox {
  readonly parts: OutboxParts
  readonly waiting: Frame[]
  waitingBytes: number
  readonly marked: Subscription[]
  /** True when a flush is scheduled. */
  due: boolean
  /** True while the socket must drain before it accepts more. */
  full: boolean
  closed: boolean
}

export interface OutboxParts {
  readonly wire: Socket
  readonly epoch: string
  readonly joiner: Joiner
  /** Schedules a flush of the outbox. */
  readonly schedule: (outbox: Outbox) => void
  /** Called when writing is no longer possible: the queue has exceeded its limit, or a channel has failed. */
  readonly onEnd: (code: CloseCode) => void
}
