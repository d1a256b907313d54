/** Observable value, replaced as a whole. */
export interface Cell<T> {
  readonly value: T
  subscribe(listener: () => void): () => void
  become(next: T): void
}

export const createCell = <T>(first: T): Cell<T> => {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get value() {
      return value
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become(next) {
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
