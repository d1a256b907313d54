/** Queue of callers that wait for a condition. */
export interface WaitQueue {
  /** Resolves when the condition holds, or after `withinMs`. */
  until(over: () => boolean, withinMs: number): Promise<void>
  /** Checks all waiting conditions again after facts have become durable. */
  check(): void
}

export const createWaitQueue = (delay: (ms: number, task: () => void) => void): WaitQueue => {
  const waiters = new Set<{ readonly over: () => boolean; readonly resolve: () => void }>()
  return {
    until: (over, withinMs) =>
      new Promise((resolve) => {
        if (over()) return resolve()
        const waiter = { over, resolve }
        waiters.add(waiter)
        delay(withinMs, () => {
          if (waiters.delete(waiter)) resolve()
        })
      }),
    check() {
      for (const waiter of waiters) {
        if (!waiter.over()) continue
        waiters.delete(waiter)
        waiter.resolve()
      }
    },
  }
}
