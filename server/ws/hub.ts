/**
 * Hub of the stream: connects channels and clients, publishes facts of the engine, samples the other data, and
 * schedules writes.
 */

import { every } from '../core/every.ts'
import type { Instant } from '../core/instant.ts'
import { ok, type Result } from '../core/result.ts'
import type { Fact } from '../engine/model/facts.ts'
import { createFrame, createJoiner, type Joiner } from './frame.ts'
import { enqueue, failOutbox, flush, mark } from './outbox.ts'
import type { ChannelRefusal, Channels, LosslessSource } from './source.ts'
import type { Outbox, Subscription, Topic } from './stream-state.ts'
import { createSubscription, createTopic, type NamedChannel, pollSource, toMessage, topicKey } from './topic.ts'

/**
 * The hub. Facts are published after the current turn of the engine; all other data is sampled. Messages for one client
 * are joined into one write. Changed in place.
 */
export interface Hub {
  readonly parts: HubParts
  readonly topics: Map<string, Topic>
  /** Outboxes to be flushed. */
  due: Outbox[]
  pendingFacts: (readonly Fact[])[]
  scheduled: boolean
  readonly stopPulse: () => void
  readonly joiner: Joiner
}

export interface HubParts {
  readonly channels: Channels
  /** Identifies this run of the server. */
  readonly epoch: string
  readonly now: () => Instant
  /** Called when a channel fails to produce its message. */
  readonly onFault: (channel: string, error: unknown) => void
}

/** Sampling interval of the channels. */
const PULSE_MS = 50
/** Number of clients written per turn of the event loop, so that the engine runs in between. */
const SLICE = 64

export const createHub = (parts: HubParts): Hub => {
  const hub: Hub = {
    parts,
    topics: new Map(),
    due: [],
    pendingFacts: [],
    scheduled: false,
    joiner: createJoiner(),
    stopPulse: every(PULSE_MS, () => pulse(hub)),
  }
  return hub
}

export const closeHub = (hub: Hub): void => {
  hub.stopPulse()
  for (const { subscribers } of hub.topics.values()) for (const { outbox } of subscribers) failOutbox(outbox, 1011)
  hub.topics.clear()
  hub.due = []
}

/** Schedules a flush of the outbox after the current turn. */
export const schedule = (hub: Hub, outbox: Outbox): void => {
  hub.due.push(outbox)
  soon(hub)
}

/** Receives every fact that the engine commits. */
export const publishFacts = (hub: Hub, facts: readonly Fact[]): void => {
  hub.parts.channels.note(facts)
  if (hub.topics.size === 0) return
  hub.pendingFacts.push(facts)
  soon(hub)
}

/** Returns the topic of a channel, existing or new, without subscribing to it. */
export const findTopic = ({ topics, parts }: Hub, named: NamedChannel): Result<Topic, ChannelRefusal> => {
  const known = topics.get(topicKey(named))
  if (known) return ok(known)
  const opened = parts.channels.open(named.channel)
  return opened.ok ? ok(createTopic(named, { source: opened.value, topics, nowMs: parts.now() })) : opened
}

/** Subscribes the client to the channel, beginning with a snapshot. */
export const join = (hub: Hub, topic: Topic, outbox: Outbox): Subscription => {
  settle(hub)
  hub.topics.set(topicKey(topic), topic)
  const subscription = createSubscription(topic, outbox)
  topic.subscribers.add(subscription)
  attempt(hub, topic, () => begin(hub, subscription))
  return subscription
}

export const leave = (subscription: Subscription): void => {
  const { topic } = subscription
  const { topics } = topic
  const key = topicKey(topic)
  subscription.ended = true
  topic.subscribers.delete(subscription)
  if (topic.subscribers.size === 0 && topics.get(key) === topic) topics.delete(key)
}

/** Samples the channels that are due, and publishes their changes. */
const pulse = (hub: Hub): void => {
  settle(hub)
  const nowMs = hub.parts.now()
  for (const topic of hub.topics.values()) {
    const isDue = nowMs >= topic.dueAtMs || nowMs < topic.polledAtMs
    if (isDue) attempt(hub, topic, () => poll(hub, topic, nowMs))
  }
}

const soon = (hub: Hub): void => {
  if (hub.scheduled) return
  hub.scheduled = true
  setImmediate(work, hub)
}

const work = (hub: Hub): void => {
  hub.scheduled = false
  settle(hub)
  const turn = hub.due.splice(0, SLICE)
  for (const outbox of turn) flush(outbox)
  if (hub.due.length > 0) soon(hub)
}

/** Publishes pending facts before any client receives a snapshot. */
const settle = (hub: Hub): void => {
  if (hub.pendingFacts.length === 0) return
  const facts = hub.pendingFacts.flat()
  hub.pendingFacts = []
  const nowMs = hub.parts.now()
  for (const topic of hub.topics.values()) {
    const { source } = topic
    if (source.delivery === 'CONFLATE') continue
    attempt(hub, topic, () => publish(hub, topic, { json: source.onFacts?.(facts, nowMs), nowMs }))
  }
}

/** Runs a task; if a channel fails, only its subscribers are affected. */
const attempt = (hub: Hub, topic: Topic, task: () => void): void => {
  try {
    task()
  } catch (error) {
    hub.topics.delete(topicKey(topic))
    hub.parts.onFault(topic.channel, error)
    for (const { outbox } of topic.subscribers) failOutbox(outbox, 1011)
  }
}

const begin = (hub: Hub, subscription: Subscription): void => {
  const { topic, outbox } = subscription
  const { source } = topic
  const nowMs = hub.parts.now()
  if (source.delivery === 'LOSSLESS') {
    topic.polledAtMs = nowMs
    const json = source.snapshot(nowMs)
    const message = toMessage(topic, { type: 'snapshot', json }, hub.parts.epoch)
    return enqueue(outbox, createFrame(message, ++subscription.seq))
  }
  if (topic.subscribers.size === 1) poll(hub, topic, nowMs)
  mark(outbox, subscription)
}

const poll = (hub: Hub, topic: Topic, nowMs: Instant): void => {
  const { source } = topic
  if (source.delivery === 'LOSSLESS') return pollLossless(hub, topic, { source, nowMs })
  topic.dueAtMs = nowMs + source.everyMs
  if (!pollSource(topic, source, nowMs)) return
  for (const subscription of topic.subscribers) mark(subscription.outbox, subscription)
}

interface Passing {
  readonly source: LosslessSource
  readonly nowMs: Instant
}

const pollLossless = (hub: Hub, topic: Topic, { source: { passing }, nowMs }: Passing): void => {
  topic.dueAtMs = passing ? nowMs + passing.everyMs : Number.POSITIVE_INFINITY
  if (passing) publish(hub, topic, { json: passing.poll(nowMs), nowMs })
}

interface Delta {
  /** JSON to publish; undefined when there is nothing to publish. */
  readonly json: string | undefined
  readonly nowMs: Instant
}

const publish = (hub: Hub, topic: Topic, { json, nowMs }: Delta): void => {
  if (json === undefined) return
  topic.polledAtMs = nowMs
  const message = toMessage(topic, { type: 'delta', json }, hub.parts.epoch)
  for (const subscription of topic.subscribers) enqueue(subscription.outbox, createFrame(message, ++subscription.seq))
}
