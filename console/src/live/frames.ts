/** Batches change notifications so that components update at most ten times a second. */

/** Interval on a hidden page, where the browser runs no animation frames. */
const HIDDEN_MS = 500
/** Minimum interval between notifications; faster updates are unreadable. */
const APART_MS = 100

/** Batches notifications of observers into one per frame, at most ten times a second. */
export interface Frames {
  schedule(listeners: ReadonlySet<() => void>): void
}

/** Animation frame API of the page. */
type Drawing = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>

export const createFrames = (drawing: Drawing = window): Frames => {
  const due = new Set<ReadonlySet<() => void>>()
  let isResting = false
  const flush = (): void => {
    const pending = [...due]
    due.clear()
    isResting = true
    setTimeout(endRest, APART_MS)
    for (const listeners of pending) for (const listener of [...listeners]) listener()
  }
  const endRest = (): void => {
    isResting = false
    if (due.size > 0) flushSoon()
  }
  const flushSoon = (): void => {
    const come = (): void => {
      drawing.cancelAnimationFrame(frame)
      clearTimeout(waiting)
      flush()
    }
    const frame = drawing.requestAnimationFrame(come)
    const waiting = setTimeout(come, HIDDEN_MS)
  }
  return {
    schedule(listeners) {
      if (due.size === 0 && !isResting) flushSoon()
      due.add(listeners)
    },
  }
}
