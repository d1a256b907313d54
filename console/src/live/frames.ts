/** A page that nobody looks at has no frames. */
const HIDDEN_MS = 500
/** More often nobody can read it. */
const APART_MS = 100

/** Collects who is to be told and tells them together, in a frame, ten times a second at most. */
export interface Frames {
  tell(listeners: ReadonlySet<() => void>): void
}

export const createFrames = (): Frames => {
  const due = new Set<ReadonlySet<() => void>>()
  let isResting = false
  const flush = (): void => {
    const told = [...due]
    due.clear()
    isResting = true
    setTimeout(endRest, APART_MS)
    for (const listeners of told) for (const listener of [...listeners]) listener()
  }
  const endRest = (): void => {
    isResting = false
    if (due.size > 0) flushSoon()
  }
  const flushSoon = (): void => {
    if (document.hidden) setTimeout(flush, HIDDEN_MS)
    else requestAnimationFrame(flush)
  }
  return {
    tell(listeners) {
      if (due.size === 0 && !isResting) flushSoon()
      due.add(listeners)
    },
  }
}
