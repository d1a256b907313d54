/** Runs a task periodically without keeping the process alive. Returns a function that stops it. */
export const every = (periodMs: number, task: () => unknown): (() => void) => {
  const timer = setInterval(task, periodMs).unref()
  return () => clearInterval(timer)
}
