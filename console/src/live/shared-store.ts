/** Shares one stream store of orders or positions among components. */

import type { KeyedStore } from '@plimsoll/client'
import type { Frames } from './frames.ts'
import { whileSubscribed } from './while-subscribed.ts'

/** Store of orders or positions, subscribed to while it has observers. */
export interface SharedStore<T> {
  subscribe(listener: () => void): () => void
  /** Returns the items; undefined until received. While disconnected, the last ones remain. */
  current(): readonly T[] | undefined
  /** Stores the item in a response, so that it is displayed immediately. */
  put(item: T): void
}

/** Creates one stream store that any number of components share. */
export const createSharedStore = <T>(open: () => KeyedStore<T>, frames: Frames): SharedStore<T> => {
  let store: KeyedStore<T> | undefined
  let known: readonly T[] | undefined
  const subscribe = whileSubscribed((listeners) => {
    const opened = open()
    store = opened
    opened.onChange(() => {
      if (!opened.isCurrent) return
      known = opened.values()
      frames.schedule(listeners)
    })
    return () => {
      opened.close()
      store = undefined
    }
  })
  return { current: () => known, put: (item) => store?.put(item), subscribe }
}
