import type { BookView, Channel, components, PlimsollStream, StreamState } from '@plimsoll/client'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../session/signed-in.ts'
import type { FeedChannel, FeedItem, Feeding } from './feed.ts'
import { retainedBook } from './kept-book.ts'
import type { NewestMessage } from './live.ts'
import { useFramed } from './use-framed.ts'

type Position = components['schemas']['Position']
type Order = components['schemas']['Order']
type Depth = NonNullable<Parameters<PlimsollStream['book']>[1]>

const NOT_SYNCED: BookView = { state: 'RESYNCING', bids: [], asks: [], exchangeTimeMs: null }

/** The newest message of a channel of which each message is whole; undefined until there is one. */
export const useChannel = <C extends Channel>(channel: C): NewestMessage<C> | undefined => {
  const { live } = useSignedIn()
  const subscribe = useCallback((listener: () => void) => live.onChannel(channel, listener), [live, channel])
  return useSyncExternalStore(subscribe, () => live.newest(channel))
}

export const useConnection = (): StreamState => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.onConnection, live.connection)
}

/** The open positions, and those that were closed while somebody looked; undefined until they are known. */
export const usePositions = (): readonly Position[] | undefined => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.positions.subscribe, live.positions.current)
}

/** The open positions; undefined until they are known. */
export const useOpenPositions = (): readonly Position[] | undefined => {
  const positions = usePositions()
  return useMemo(() => positions?.filter(({ status }) => status !== 'CLOSED'), [positions])
}

/** The orders that have not ended, and those that have ended while somebody looked; undefined until they are known. */
export const useOrders = (): readonly Order[] | undefined => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.orders.subscribe, live.orders.current)
}

/** Whether positions and orders are known; who asks is not drawn anew when they change. */
export const useAccountKnown = (): boolean => {
  const { positions, orders } = useSignedIn().live
  const arePositions = useSyncExternalStore(positions.subscribe, () => positions.current() !== undefined)
  const areOrders = useSyncExternalStore(orders.subscribe, () => orders.current() !== undefined)
  return arePositions && areOrders
}

/** The best levels of an instrument. A `STALE` book has the last that were heard, one that is `RESYNCING` has none yet. */
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

/** What a channel tells of single things, followed while somebody looks. `feeding` is to be one and the same from call to call. */
export const useFeed = <C extends FeedChannel>(feeding: Feeding<C>): readonly FeedItem<C>[] | undefined => {
  const { live } = useSignedIn()
  const feed = live.feed(feeding)
  return useSyncExternalStore(feed.subscribe, feed.current)
}

/**
 * What follows from the server's time, looked at twice a second; the time is undefined until the server was heard. Who asks is drawn
 * anew when another thing follows.
 */
export const useServerNow = <T extends string | number | boolean | undefined>(
  of: (now: number | undefined) => T,
): T => {
  const { ticking } = useSignedIn().live
  return useSyncExternalStore(ticking.subscribe, () => of(ticking.current()))
}
