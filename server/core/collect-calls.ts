/** Returns a function whose calls run `work` once, this time after the first of them. */
export const collectCalls = (afterMs: number, work: () => void): (() => void) => {
  let isDue = false
  const run = (): void => {
    isDue = false
    work()
  }
  return () => {
    if (isDue) return
    isDue = true
    setTimeout(run, afterMs).unref()
  }
}
