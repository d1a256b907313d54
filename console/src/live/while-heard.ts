/** What somebody listens to, opened with the first who does and closed with the last. `open` is given those who do. */
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
