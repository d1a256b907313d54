/** Serialises calls of a function: calls made while one is in progress share the next one. */
export const oneAtATime = (work: () => Promise<void>): (() => Promise<void>) => {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    next = undefined
    current = work().finally(() => {
      current = undefined
    })
    return current
  }
  return () => {
    if (!current) return start()
    next ??= current.then(start, start)
    return next
  }
}
