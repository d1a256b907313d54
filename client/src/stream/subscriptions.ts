import type { PlimsollError } from '../plimsoll-error.ts'
import type { Channel, ChannelMessage } from './wire.ts'

/** Somebody who reads a channel. */
export interface Reader {
  readonly receive: (message: ChannelMessage) => void
  /** What was told is no more the present; a snapshot will follow. */
  readonly lost?: () => void
  /** Whether it cannot be known now if what was told is the present. What follows goes on where it was. */
  readonly stale?: (isStale: boolean) => void
  /** Nothing will follow. */
  readonly ended?: (error: PlimsollError) => void
}

/** A channel that is read, and where its numbering stands. */
interface Subscription {
  /** Whether each reader has had the snapshot to begin with. */
  readonly readers: Map<Reader, boolean>
  /** Of the last message; undefined until the snapshot. */
  seq: number | undefined
}

/** What became of a message: `GAP` where the one before it is missing. */
export type Delivery = 'TOLD' | 'IGNORED' | { readonly gap: { readonly expected: number; readonly prevSeq: number } }

/** All channels that are read. */
export type Subscriptions = Map<Channel, Subscription>

export const addReader = (subscriptions: Subscriptions, channel: Channel, reader: Reader): void => {
  const subscription = subscriptions.get(channel)
  if (subscription) subscription.readers.set(reader, false)
  else subscriptions.set(channel, { readers: new Map([[reader, false]]), seq: undefined })
}

/** Whether it was the last one of the channel. */
export const removeReader = (subscriptions: Subscriptions, channel: Channel, reader: Reader): boolean => {
  const subscription = subscriptions.get(channel)
  if (!subscription?.readers.delete(reader) || subscription.readers.size > 0) return false
  return subscriptions.delete(channel)
}

/** Hands a message to the readers of its channel, if it follows on the one before. */
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
  return 'TOLD'
}

/** The connection is gone: nothing of what was told is the present. */
export const loseAll = (subscriptions: Subscriptions): void => {
  for (const subscription of subscriptions.values()) lose(subscription)
}

/** Nothing is heard although it was asked for, or it is heard again. */
export const notifyStale = (subscriptions: Subscriptions, isStale: boolean): void => {
  for (const { readers } of subscriptions.values()) for (const reader of readers.keys()) reader.stale?.(isStale)
}

/** Nobody will be told anything of these channels. */
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
