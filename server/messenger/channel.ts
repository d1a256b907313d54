/**
 * Delivery of messages on one channel, such as email or a chat: a queue, retries with increasing pauses, and the
 * delivery status.
 */

import { createBoundedQueue } from '../core/bounded-queue.ts'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import type { ChannelFault, ChannelTruth } from '../monitor/inputs/messenger.ts'
import type { Attempt, Message, Sender } from './ports.ts'

/** A configured channel. Messages are sent in order, one at a time, and retried for up to six hours. */
export interface Channel {
  truth(): ChannelTruth
  /** Queues a message without waiting: when the queue is full, the oldest one is dropped. */
  send(message: Message): Promise<Outcome>
}

/** Result of a message on one channel. */
export type Outcome = 'DELIVERED' | 'DROPPED' | ChannelFault

export interface ChannelParts {
  readonly id: string
  readonly kind: ChannelTruth['kind']
  /** Null when the configuration is unusable. */
  readonly sender: Sender | null
  readonly now: () => Instant
  /** Waits; returns early when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Ends all deliveries. */
  readonly signal: AbortSignal
  /** Called for every failed attempt. */
  readonly onFailure: (id: string, category: ChannelFault) => void
}

const WAITING_MAX = 100
/** Age after which a message is no longer retried. */
const MESSAGE_LIFE_MS = 6 * HOUR_MS
const BACKOFF_MAX_MS = 5 * MINUTE_MS

/** Faults that a retry would not change. */
const FINAL: readonly ChannelFault[] = ['AUTHENTICATION', 'CONFIGURATION', 'REFUSED']

interface Waiting {
  readonly message: Message
  readonly settle: (outcome: Outcome) => void
}

interface Standing {
  lastAttemptAtMs: Instant | null
  lastDeliveredAtMs: Instant | null
  lastErrorCategory: ChannelFault | null
  dropped: number
  isSending: boolean
}

export const openChannel = (parts: ChannelParts): Channel => {
  const { id, kind, sender } = parts
  const queue = createBoundedQueue<Waiting>(WAITING_MAX)
  const standing: Standing = {
    lastAttemptAtMs: null,
    lastDeliveredAtMs: null,
    lastErrorCategory: sender ? null : 'CONFIGURATION',
    dropped: 0,
    isSending: false,
  }

  const empty = async (): Promise<void> => {
    standing.isSending = true
    for (let next = queue.take(); next; next = queue.take()) {
      const outcome = await deliver(parts, standing, next.message)
      if (outcome !== 'DELIVERED') standing.dropped++
      next.settle(outcome)
    }
    standing.isSending = false
  }

  return {
    truth() {
      const { isSending, ...rest } = standing
      return { id, kind, enabled: true, ...rest, queued: queue.size + (isSending ? 1 : 0) }
    },
    send(message) {
      return new Promise((settle) => {
        if (queue.room === 0) {
          queue.take()?.settle('DROPPED')
          standing.dropped++
        }
        queue.offer({ message, settle })
        if (!standing.isSending) void empty()
      })
    },
  }
}

/** Returns the status of a channel that is not configured. */
export const notEnabled = (id: string, kind: ChannelTruth['kind']): ChannelTruth => ({
  id,
  kind,
  enabled: false,
  lastAttemptAtMs: null,
  lastDeliveredAtMs: null,
  lastErrorCategory: null,
  queued: 0,
  dropped: 0,
})

const deliver = async (parts: ChannelParts, standing: Standing, message: Message): Promise<Outcome> => {
  const { id, sender, now, wait, signal, onFailure } = parts
  if (!sender) return 'CONFIGURATION'
  for (let tries = 1; !signal.aborted; tries++) {
    standing.lastAttemptAtMs = now()
    const attempt = await sender.send(message, signal)
    standing.lastErrorCategory = attempt.ok ? null : attempt.category
    if (attempt.ok) {
      standing.lastDeliveredAtMs = now()
      return 'DELIVERED'
    }
    onFailure(id, attempt.category)
    if (FINAL.includes(attempt.category) || now() - message.atMs >= MESSAGE_LIFE_MS) return attempt.category
    await wait(pauseAfter(attempt, tries), signal)
  }
  return 'DROPPED'
}

/** Returns a pause that doubles each time, or the one the receiver requests, within limits. */
const pauseAfter = (attempt: Extract<Attempt, { ok: false }>, tries: number): number =>
  Math.min(BACKOFF_MAX_MS, Math.max(attempt.retryAfterMs ?? 0, SECOND_MS * 2 ** Math.min(tries - 1, 16)))
