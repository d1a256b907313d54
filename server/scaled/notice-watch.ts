/** Detects that notifications of the active engine do not reach a gateway, although both use the same store. */

import { SECOND_MS } from '../core/instant.ts'

/**
 * Creates the watch. The engine sends a notification for each publication: if a gateway reads publications for ten
 * seconds without receiving any, the two are not connected to the same bus.
 */
export const createNoticeWatch = ({ monotonic, onChange }: NoticeWatchParts): NoticeWatch => {
  let isArriving = true
  /** Time of the first publication since the last notification. */
  let missingSinceMs: number | undefined
  let lastPublicationAtMs = Number.NEGATIVE_INFINITY

  const change = (next: boolean): void => {
    if (isArriving === next) return
    isArriving = next
    onChange(next)
  }

  return {
    noteNotice() {
      missingSinceMs = undefined
      change(true)
    },
    notePublication() {
      const nowMs = monotonic()
      const hasPaused = nowMs - lastPublicationAtMs > PAUSE_MS
      lastPublicationAtMs = nowMs
      if (missingSinceMs === undefined || hasPaused) missingSinceMs = nowMs
      if (nowMs - missingSinceMs >= MISSING_MS) change(false)
    },
  }
}

interface NoticeWatchParts {
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Called when notifications are missing, and when they arrive again. */
  readonly onChange: (isArriving: boolean) => void
}

export interface NoticeWatch {
  /** Call it for each notification of a publication. */
  noteNotice(): void
  /** Call it when a new publication was read. */
  notePublication(): void
}

/** Longer than the interval of publications: during a pause, notifications are not missing. */
const PAUSE_MS = 2 * SECOND_MS

const MISSING_MS = 10 * SECOND_MS
