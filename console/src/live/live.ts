import type { Channel, ChannelMessage, PlimsollStream, StreamState } from '@plimsoll/client'
import { createFrames } from './frames.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

/** The newest message of a channel of which each message is whole. */
export type Told<C extends Channel> = ChannelMessage<C>

/** What the stream has told, for components to read: one change a frame at most, however much arrives. */
export interface Live {
  readonly stream: PlimsollStream
  readonly clock: ServerClock
  connection(): StreamState
  onConnection(listener: () => void): () => void
  newest<C extends Channel>(channel: C): Told<C> | undefined
  /** Listens to the channel for as long as somebody does. What it told last is kept. */
  onChannel(channel: Channel, listener: () => void): () => void
}

interface Followed {
  readonly listeners: Set<() => void>
  readonly leave: () => void
}

export const createLive = (stream: PlimsollStream): Live => {
  const clock = createServerClock()
  const newest = new Map<Channel, ChannelMessage>()
  const followed = new Map<Channel, Followed>()
  const watchers = new Set<() => void>()
  const frames = createFrames()
  let connection = stream.state
  stream.watch((event) => {
    if (event.kind !== 'state') return
    if (event.state.name === 'open') clock.reset()
    connection = event.state
    frames.tell(watchers)
  })
  const follow = (channel: Channel): Followed => {
    const listeners = new Set<() => void>()
    const leave = stream.on(channel, (message) => {
      clock.note(message.sentAtMs)
      newest.set(channel, message)
      frames.tell(listeners)
    })
    const following = { listeners, leave }
    followed.set(channel, following)
    return following
  }
  return {
    stream,
    clock,
    connection: () => connection,
    onConnection(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    newest: <C extends Channel>(channel: C) => newest.get(channel) as Told<C> | undefined,
    onChannel(channel, listener) {
      const { listeners, leave } = followed.get(channel) ?? follow(channel)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        followed.delete(channel)
        leave()
      }
    },
  }
}
