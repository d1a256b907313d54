import type { KeyedStore } from '@plimsoll/client'
import type { Frames } from './frames.ts'
import { whileSubscribed } from './while-heard.ts'

/** Things of one kind, followed for as long as somebody looks at them. */
export interface SharedStore<T> {
  subscribe(listener: () => void): () => void
  /** Undefined until they were told; what was told last is kept while there is no connection. */
  current(): readonly T[] | undefined
  /** Takes what a request was answered with, so that it is shown at once. */
  put(item: T): void
}

/** One store of the stream for however many components look at it. */
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
