/** A page that nobody looks at has no frames. */
const HIDDEN_MS = 500

/** Collects who is to be told and tells them together, once a frame. */
export const createFrames = () => {
  const due = new Set<Set<() => void>>()
  const flush = (): void => {
    const told = [...due]
    due.clear()
    for (const listeners of told) for (const listener of [...listeners]) listener()
  }
  return {
    tell(listeners: Set<() => void>): void {
      if (due.size === 0) {
        if (document.hidden) setTimeout(flush, HIDDEN_MS)
        else requestAnimationFrame(flush)
      }
      due.add(listeners)
    },
  }
}
