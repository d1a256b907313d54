/** Runs a task periodically without keeping the process alive. Returns the function that ends it. */
export const every = (periodMs: number, task: () => unknown): (() => void) => {
  const timer = setInterval(task, periodMs).unref()
  return () => clearInterval(timer)
}
