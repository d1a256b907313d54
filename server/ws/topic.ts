import type { Instant } from '../core/instant.ts'
import { type SharedMessage, sharedMessage } from './frame.ts'
import type { ConflatedSource, Source, Update } from './source.ts'
import type { Outbox, Subscription, Topic } from './stream-state.ts'

export const createTopic = (channel: string, source: Source, nowMs: Instant): Topic => ({
  channel,
  source,
  subscribers: new Set(),
  lookedAtMs: nowMs,
  dueAtMs: nowMs,
  version: -1,
  messages: new Map(),
})

export const createSubscription = (topic: Topic, outbox: Outbox): Subscription => ({
  topic,
  outbox,
  seq: 0,
  seen: undefined,
  pending: false,
  ended: false,
})

/** The message that carries an update of the topic to whoever reads it. */
export const messageOf = (topic: Topic, { type, json }: Update, epoch: string): SharedMessage =>
  sharedMessage(
    `{"v":1,"type":"${type}","channel":"${topic.channel}","epoch":"${epoch}","sentAtMs":${topic.lookedAtMs},"data":${json}}`,
  )

/** Looks at a conflated topic; whether there is something new to tell. A snapshot is as new as the last look. */
export const lookAt = (topic: Topic, source: ConflatedSource, nowMs: Instant): boolean => {
  const version = source.look(nowMs)
  const isNew = version !== topic.version
  if (isNew) topic.messages.clear()
  else topic.messages.delete(undefined)
  topic.version = version
  topic.lookedAtMs = nowMs
  return isNew
}

/** What one who has seen `seen` is told now; made once for all who have seen the same. */
export const newestOf = (topic: Topic, source: ConflatedSource, { seen, epoch }: Reader): SharedMessage => {
  const known = topic.messages.get(seen)
  if (known) return known
  const made = messageOf(topic, source.since(seen), epoch)
  topic.messages.set(seen, made)
  return made
}

interface Reader {
  readonly seen: number | undefined
  readonly epoch: string
}
