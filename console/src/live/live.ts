/** Live data of the console, shared by all components: channels, feeds, orders, positions and the server's clock. */

import type { Channel, ChannelMessage, components, PlimsollStream, StreamState } from '@plimsoll/client'
import { createFeed, type Feed, type FeedChannel, type Feeding } from './feed.ts'
import { createFrames, type Frames } from './frames.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'
import { createSharedStore, type SharedStore } from './shared-store.ts'
import { whileSubscribed } from './while-subscribed.ts'

/**
 * Creates the live data of a stream. `onBreak` is called when messages may be missing, so that data loaded from the
 * API must be read again; breaks of many channels at once are reported once.
 */
export const createLive = (stream: PlimsollStream, onBreak: () => void): Live => {
  const clock = createServerClock()
  const newest = new Map<Channel, ChannelMessage>()
  const followed = new Map<Channel, ReturnType<typeof whileSubscribed>>()
  const feeds = new Map<object, unknown>()
  const watchers = new Set<() => void>()
  const frames = createFrames()
  const breaks = new Set([onBreak])
  const notifyBreak = (): void => frames.schedule(breaks)
  let connection = stream.state
  stream.watch((event) => {
    if (event.kind === 'gap') notifyBreak()
    if (event.kind !== 'state') return
    if (event.state.name === 'open' && connection.name !== 'stale') {
      clock.reset()
      notifyBreak()
    }
    connection = event.state
    frames.schedule(watchers)
  })
  const follow = (channel: Channel): ReturnType<typeof whileSubscribed> => {
    const subscribe = whileSubscribed((listeners) =>
      stream.on(channel, (message) => {
        clock.note(message.sentAtMs)
        newest.set(channel, message)
        frames.schedule(listeners)
      }),
    )
    followed.set(channel, subscribe)
    return subscribe
  }
  const beginFeed = <C extends FeedChannel>(feeding: Feeding<C>): Feed<C> => {
    const follow = (listener: (message: ChannelMessage<C>) => void) => stream.on(feeding.channel, listener)
    const feed = createFeed({ feeding, follow, frames, onForgotten: notifyBreak })
    feeds.set(feeding, feed)
    return feed
  }
  return {
    stream,
    clock,
    ticking: createTicking(clock),
    frames,
    orders: createSharedStore(() => stream.orders(), frames),
    positions: createSharedStore(() => stream.positions(), frames),
    feed: <C extends FeedChannel>(feeding: Feeding<C>) =>
      (feeds.get(feeding) as Feed<C> | undefined) ?? beginFeed(feeding),
    connection: () => connection,
    onConnection(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    newest: <C extends Channel>(channel: C) => newest.get(channel) as NewestMessage<C> | undefined,
    onChannel: (channel, listener) => (followed.get(channel) ?? follow(channel))(listener),
  }
}

type Schemas = components['schemas']

/** Newest message of a channel whose messages are complete. */
export type NewestMessage<C extends Channel> = ChannelMessage<C>

/** Data of the stream for components, updated at most ten times a second. */
export interface Live {
  readonly stream: PlimsollStream
  readonly clock: ServerClock
  readonly ticking: Ticking
  readonly frames: Frames
  readonly orders: SharedStore<Schemas['Order']>
  readonly positions: SharedStore<Schemas['Position']>
  /** Returns the feed of a channel's items, shared by all callers with the same `feeding`. */
  feed<C extends FeedChannel>(feeding: Feeding<C>): Feed<C>
  connection(): StreamState
  onConnection(listener: () => void): () => void
  newest<C extends Channel>(channel: C): NewestMessage<C> | undefined
  /** Subscribes to the channel while there are listeners, and retains its last message. */
  onChannel(channel: Channel, listener: () => void): () => void
}

/** Time of the server for components that display ages or countdowns; updated twice a second for all of them. */
interface Ticking {
  subscribe(listener: () => void): () => void
  /**
   * Returns the time of the last update: milliseconds since 1970; undefined until the first message from the server.
   */
  current(): number | undefined
}

const TICK_MS = 500

const createTicking = (clock: ServerClock): Ticking => {
  let now: number | undefined
  const subscribe = whileSubscribed((listeners) => {
    now = clock.now()
    const timer = setInterval(() => {
      now = clock.now()
      for (const listener of [...listeners]) listener()
    }, TICK_MS)
    return () => clearInterval(timer)
  })
  return { subscribe, current: () => (now ??= clock.now()) }
}
