/**
 * Hooks that return data of the stream: channel messages, orders, positions, order books, feeds, connection and time.
 */

import type { BookView, Channel, components, PlimsollStream, StreamState } from '@plimsoll/client'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../session/signed-in.ts'
import type { FeedChannel, FeedItem, Feeding } from './feed.ts'
import type { NewestMessage } from './live.ts'
import { newestFirst } from './newest-first.ts'
import { retainedBook } from './retained-book.ts'
import { useFramed } from './use-framed.ts'

/** Returns the newest message of a channel whose messages are complete; undefined until received, or without a channel. */
export const useChannel = <C extends Channel>(channel: C | undefined): NewestMessage<C> | undefined => {
  const { live } = useSignedIn()
  const subscribe = useCallback(
    (listener: () => void) => (channel === undefined ? () => {} : live.onChannel(channel, listener)),
    [live, channel],
  )
  return useSyncExternalStore(subscribe, () => (channel === undefined ? undefined : live.newest(channel)))
}

type Position = components['schemas']['Position']
type Order = components['schemas']['Order']
type Depth = NonNullable<Parameters<PlimsollStream['book']>[1]>

const NOT_SYNCED: BookView = { state: 'RESYNCING', bids: [], asks: [], exchangeTimeMs: null }

export const useConnection = (): StreamState => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.onConnection, live.connection)
}

/** Returns the open positions, and those closed since the component mounted; undefined until known. */
export const usePositions = (): readonly Position[] | undefined => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.positions.subscribe, live.positions.current)
}

/** Returns the open positions, the newest first; undefined until known. */
export const useOpenPositions = (): readonly Position[] | undefined => {
  const positions = usePositions()
  return useMemo(() => positions?.filter(({ status }) => status !== 'CLOSED').toSorted(LAST_OPENED_FIRST), [positions])
}

const LAST_OPENED_FIRST = newestFirst(
  ({ openedAt }: Position) => openedAt,
  ({ id }) => id,
)

/** Returns the working orders, and those that ended since the component mounted; undefined until known. */
export const useOrders = (): readonly Order[] | undefined => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.orders.subscribe, live.orders.current)
}

/** Returns whether positions and orders are known, without a re-render when they change. */
export const useAccountKnown = (): boolean => {
  const { positions, orders } = useSignedIn().live
  const arePositions = useSyncExternalStore(positions.subscribe, () => positions.current() !== undefined)
  const areOrders = useSyncExternalStore(orders.subscribe, () => orders.current() !== undefined)
  return arePositions && areOrders
}

/**
 * Returns the best levels of an instrument. A `STALE` book has the last levels received, a `RESYNCING` one has none
 * yet.
 */
export const useBook = (symbol: string, depth: Depth): BookView => {
  const { stream } = useSignedIn().live
  const open = useCallback(
    (changed: () => void) => {
      const book = stream.book(symbol, depth)
      let displayed = book.current
      const forget = book.onChange((now) => {
        displayed = retainedBook(displayed, now)
        changed()
      })
      const close = (): void => {
        forget()
        book.close()
      }
      return { current: () => displayed, close }
    },
    [stream, symbol, depth],
  )
  return useFramed(open) ?? NOT_SYNCED
}

/** Returns the items of a channel, followed while mounted. `feeding` must be stable between renders. */
export const useFeed = <C extends FeedChannel>(feeding: Feeding<C>): readonly FeedItem<C>[] | undefined => {
  const { live } = useSignedIn()
  const feed = live.feed(feeding)
  return useSyncExternalStore(feed.subscribe, feed.current)
}

/**
 * Returns a value computed from the server's time twice a second; the time is undefined until the first message from
 * the server. The component renders again only when the value changes.
 */
export const useServerNow = <T extends string | number | boolean | undefined>(
  of: (now: number | undefined) => T,
): T => {
  const { ticking } = useSignedIn().live
  return useSyncExternalStore(ticking.subscribe, () => of(ticking.current()))
}
