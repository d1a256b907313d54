/**
 * Topics of the stream, one per subscribed channel: sampling of the data source, and messages shared by its
 * subscribers.
 */

import type { Instant } from '../core/instant.ts'
import { type SharedMessage, sharedMessage } from './frame.ts'
import type { ConflatedSource, Source, Update } from './source.ts'
import type { Outbox, Subscription, Topic } from './stream-state.ts'

/** Creates the topic of a channel, which numbers and publishes its messages. */
export const createTopic = (named: NamedChannel, { source, topics, nowMs }: TopicParts): Topic => ({
  ...named,
  topics,
  source,
  subscribers: new Set(),
  polledAtMs: nowMs,
  dueAtMs: nowMs,
  version: -1,
  messages: new Map(),
})

/** A channel, and its account where the client names one. */
export interface NamedChannel {
  readonly channel: string
  readonly account: string | null
}

interface TopicParts {
  readonly source: Source
  readonly topics: Topic['topics']
  readonly nowMs: Instant
}

/** Key of a topic; no channel contains a space. */
export const topicKey = ({ channel, account }: NamedChannel): string =>
  account === null ? channel : `${channel} ${account}`

export const createSubscription = (topic: Topic, outbox: Outbox): Subscription => ({
  topic,
  outbox,
  seq: 0,
  sentVersion: undefined,
  pending: false,
  ended: false,
})

/** Returns the message with an update of the topic. */
export const toMessage = (topic: Topic, { type, json }: Update, epoch: string): SharedMessage =>
  sharedMessage(
    `{"v":1,"type":"${type}","channel":"${topic.channel}",${accountField(topic)}"epoch":"${epoch}","sentAtMs":${topic.polledAtMs},"data":${json}}`,
  )

const accountField = ({ account }: Topic): string => (account === null ? '' : `"account":${JSON.stringify(account)},`)

/** Samples a conflated topic; returns whether its data has changed. */
export const pollSource = (topic: Topic, source: ConflatedSource, nowMs: Instant): boolean => {
  const version = source.poll(nowMs)
  const isNew = version !== topic.version
  if (isNew) topic.messages.clear()
  else topic.messages.delete(undefined)
  topic.version = version
  topic.polledAtMs = nowMs
  return isNew
}

/** Returns the update for a client from its last sent version; created once for all clients at the same version. */
export const newestMessage = (topic: Topic, source: ConflatedSource, { sentVersion, epoch }: Reader): SharedMessage => {
  const known = topic.messages.get(sentVersion)
  if (known) return known
  const made = toMessage(topic, source.since(sentVersion), epoch)
  topic.messages.set(sentVersion, made)
  return made
}

interface Reader {
  readonly sentVersion: number | undefined
  readonly epoch: string
}
