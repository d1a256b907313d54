/** Subscriptions of the stream: delivers channel messages in sequence to their readers, and detects gaps. */

import type { PlimsollError } from '../plimsoll-error.ts'
import type { Channel, ChannelMessage } from './wire.ts'

/** Subscribed channels and their readers, changed in place. */
export type Subscriptions = Map<Channel, Subscription>

/** Reader of a channel. */
export interface Reader {
  readonly receive: (message: ChannelMessage) => void
  /** Called when earlier data is no longer current; a snapshot will follow. */
  readonly lost?: () => void
  /** Called when the data may be stale (true) or is current again (false). The sequence continues. */
  readonly stale?: (isStale: boolean) => void
  /** Called when no more messages will follow. */
  readonly ended?: (error: PlimsollError) => void
}

/** A subscribed channel, and its sequence number. */
interface Subscription {
  /** Readers, each with whether it has received its first snapshot. */
  readonly readers: Map<Reader, boolean>
  /** Sequence number of the last message; undefined until the snapshot. */
  seq: number | undefined
}

/** Result of a message: `gap` when the one before it is missing. */
export type Delivery =
  | 'DELIVERED'
  | 'IGNORED'
  | { readonly gap: { readonly expected: number; readonly prevSeq: number } }

export const addReader = (subscriptions: Subscriptions, channel: Channel, reader: Reader): void => {
  const subscription = subscriptions.get(channel)
  if (subscription) subscription.readers.set(reader, false)
  else subscriptions.set(channel, { readers: new Map([[reader, false]]), seq: undefined })
}

/** Removes a reader and returns whether it was the last one of the channel. */
export const removeReader = (subscriptions: Subscriptions, channel: Channel, reader: Reader): boolean => {
  const subscription = subscriptions.get(channel)
  if (!subscription?.readers.delete(reader) || subscription.readers.size > 0) return false
  return subscriptions.delete(channel)
}

/** Delivers a message to the readers of its channel, if it directly follows the one before. */
export const deliver = (subscriptions: Subscriptions, message: ChannelMessage): Delivery => {
  const subscription = subscriptions.get(message.channel)
  if (!subscription) return 'IGNORED'
  const { readers, seq } = subscription
  const { prevSeq } = message
  const begins = prevSeq === 0
  if (!begins && seq === undefined) return 'IGNORED'
  if (!begins && seq !== undefined && prevSeq !== seq) {
    lose(subscription)
    return { gap: { expected: seq, prevSeq } }
  }
  subscription.seq = message.seq
  for (const [reader, begun] of [...readers]) {
    if (begins && !begun) readers.set(reader, true)
    if (begins || begun) reader.receive(message)
  }
  return 'DELIVERED'
}

/** Marks all data as outdated after the connection was lost. */
export const loseAll = (subscriptions: Subscriptions): void => {
  for (const subscription of subscriptions.values()) lose(subscription)
}

/** Notifies the readers that the server does not respond, or responds again. */
export const notifyStale = (subscriptions: Subscriptions, isStale: boolean): void => {
  for (const { readers } of subscriptions.values()) for (const reader of readers.keys()) reader.stale?.(isStale)
}

/** Ends the readers of these channels with an error. */
export const endReaders = (subscriptions: Subscriptions, channels: Iterable<Channel>, error: PlimsollError): void => {
  for (const channel of [...channels]) {
    const { readers } = subscriptions.get(channel) ?? { readers: new Map<Reader, boolean>() }
    subscriptions.delete(channel)
    for (const reader of readers.keys()) reader.ended?.(error)
  }
}

const lose = (subscription: Subscription): void => {
  subscription.seq = undefined
  for (const reader of subscription.readers.keys()) reader.lost?.()
}
