/** A page that nobody looks at has no frames, nor those it was promised before. */
const HIDDEN_MS = 500
/** More often nobody can read it. */
const APART_MS = 100

/** Collects who is to be told and tells them together, in a frame, ten times a second at most. */
export interface Frames {
  schedule(listeners: ReadonlySet<() => void>): void
}

/** What a page draws by. */
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
