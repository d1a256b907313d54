import type { Reader } from './subscriptions.ts'

/** Store of orders or positions by ID, updated from their channel. */
export interface KeyedStore<T> {
  get(id: string): T | undefined
  /** Returns the items that were open at the last snapshot, and all that changed since, including ended ones. */
  values(): readonly T[]
  /** False until the first snapshot, and while messages are missing or there is no connection. */
  readonly isCurrent: boolean
  /** Merges an item received elsewhere, such as in a response; the higher version wins. */
  put(item: T): void
  /** Calls the listener after every change; returns a function that removes it. */
  onChange(listener: () => void): () => void
  close(): void
}

interface Versioned {
  readonly version: number
}

interface StoreParts<T> {
  readonly getId: (item: T) => string
  readonly isOpen: (item: T) => boolean
  readonly subscribe: (reader: Reader) => () => void
}

/** Maximum number of ended items; the oldest are removed first. */
const ENDED_MAX = 500

export const createKeyedStore = <T extends Versioned>({ getId, isOpen, subscribe }: StoreParts<T>): KeyedStore<T> => {
  const listeners = new Set<() => void>()
  let items = new Map<string, T>()
  let hasSnapshot = false
  let isStale = false
  const changed = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const take = (item: T): void => {
    const id = getId(item)
    const known = items.get(id)
    if (known && known.version > item.version) return
    items.delete(id)
    items.set(id, item)
  }
  const lose = (): void => {
    hasSnapshot = false
    isStale = false
    changed()
  }
  const close = subscribe({
    receive({ type, data }) {
      const received = (data as unknown as { readonly items: readonly T[] }).items
      if (type === 'snapshot') {
        const before = items
        items = new Map(received.flatMap((item) => findEntry(before, getId(item))))
        hasSnapshot = true
      }
      for (const item of received) take(item)
      removeOldEnded(items, isOpen)
      changed()
    },
    lost: lose,
    ended: lose,
    stale(isNow) {
      isStale = isNow
      changed()
    },
  })
  return {
    get: (id) => items.get(id),
    values: () => [...items.values()],
    get isCurrent() {
      return hasSnapshot && !isStale
    },
    put(item) {
      take(item)
      changed()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close,
  }
}

const findEntry = <T>(items: ReadonlyMap<string, T>, id: string): readonly (readonly [string, T])[] => {
  const item = items.get(id)
  return item === undefined ? [] : [[id, item]]
}

const removeOldEnded = <T>(items: Map<string, T>, isOpen: (item: T) => boolean): void => {
  const ended = [...items].filter(([, item]) => !isOpen(item))
  for (const [id] of ended.slice(0, Math.max(0, ended.length - ENDED_MAX))) items.delete(id)
}
