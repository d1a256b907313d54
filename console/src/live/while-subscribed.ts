/** Opens a shared source with its first listener and closes it with the last. `open` receives the set of listeners. */
export const whileSubscribed = (open: (subscribers: ReadonlySet<() => void>) => () => void) => {
  const listeners = new Set<() => void>()
  let close: (() => void) | undefined
  return (listener: () => void): (() => void) => {
    listeners.add(listener)
    close ??= open(listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      close?.()
      close = undefined
    }
  }
}
