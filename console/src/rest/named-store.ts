/** Store of values by name that outlives the screen which uses it, and the hook that reads it. */

import { useSyncExternalStore } from 'react'

/** Observable store of values by name, which outlives the screens that use it. */
export interface NamedStore<Value> {
  all(): ReadonlyMap<string, Value>
  keep(name: string, value: Value): void
  drop(name: string): void
  subscribe(listener: () => void): () => void
}

export const createNamedStore = <Value>(): NamedStore<Value> => {
  const listeners = new Set<() => void>()
  let values: ReadonlyMap<string, Value> = new Map()
  const become = (next: ReadonlyMap<string, Value>): void => {
    values = next
    for (const listener of listeners) listener()
  }
  return {
    all: () => values,
    keep: (name, value) => become(new Map(values).set(name, value)),
    drop: (name) => become(new Map([...values].filter(([other]) => other !== name))),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns all stored values and re-renders when they change. */
export const useNamedStore = <Value>({ subscribe, all }: NamedStore<Value>): ReadonlyMap<string, Value> =>
  useSyncExternalStore(subscribe, all)
