/** Feed of a channel that streams individual items, such as fills: retains its newest items while observed. */

import type { Channel, ChannelData, ChannelMessage } from '@plimsoll/client'
import type { Frames } from './frames.ts'
import { whileSubscribed } from './while-subscribed.ts'

/** Items of a channel since its last snapshot; an update replaces the earlier version of the same item. */
export interface Feed<C extends FeedChannel> {
  subscribe(listener: () => void): () => void
  /** Returns the items; undefined until some were received, and without observers. */
  current(): readonly FeedItem<C>[] | undefined
}

export type FeedItem<C extends FeedChannel> = ChannelData[C]['items'][number]

export interface Feeding<C extends FeedChannel> {
  readonly channel: C
  readonly getId: (item: FeedItem<C>) => string
  /** Sort order of the list. */
  readonly order: (a: FeedItem<C>, b: FeedItem<C>) => number
  /** Number of items retained; up to twice as many are held before older ones are dropped. */
  readonly max: number
}

/** Channels that stream individual items. */
export type FeedChannel = {
  [C in Channel]: ChannelData[C] extends { readonly items: readonly unknown[] } ? C : never
}[Channel]

type FeedMessage<C extends FeedChannel> = Pick<ChannelMessage<C>, 'type' | 'data'>

interface FeedParts<C extends FeedChannel> {
  readonly feeding: Feeding<C>
  readonly follow: (listener: (message: FeedMessage<C>) => void) => () => void
  readonly frames: Frames
  /** Called when received items are dropped; only reading the API again can restore them. */
  readonly onForgotten: () => void
}

export const createFeed = <C extends FeedChannel>({ feeding, follow, frames, onForgotten }: FeedParts<C>): Feed<C> => {
  const { getId, order, max } = feeding
  const retained = new Map<string, FeedItem<C>>()
  let known: readonly FeedItem<C>[] | undefined
  const forget = (items: readonly FeedItem<C>[]): void => {
    for (const item of items) retained.delete(getId(item))
  }
  const take = ({ type, data }: FeedMessage<C>, listeners: ReadonlySet<() => void>): void => {
    if (type === 'snapshot') retained.clear()
    for (const item of data.items as readonly FeedItem<C>[]) retained.set(getId(item), item)
    const sorted = [...retained.values()].toSorted(order)
    const isFull = sorted.length > 2 * max
    known = isFull ? sorted.slice(0, max) : sorted
    frames.schedule(listeners)
    if (!isFull) return
    forget(sorted.slice(max))
    if (type === 'delta') onForgotten()
  }
  const subscribe = whileSubscribed((listeners) => {
    const leave = follow((message) => take(message, listeners))
    return () => {
      leave()
      retained.clear()
      known = undefined
    }
  })
  return { current: () => known, subscribe }
}
