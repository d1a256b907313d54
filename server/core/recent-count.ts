import type { Instant } from './instant.ts'

/** Number of recent occurrences, counted in slots of time, so that memory does not grow with the count. */
export interface RecentCount {
  note(nowMs: Instant): void
  /** Returns the count within the last `spanMs`, to the slot, at most over the whole memory. */
  since(spanMs: number, nowMs: Instant): number
}

/** Counts over the last `slots` slots of `slotMs` each, including the current one. */
export const createRecentCount = (slotMs: number, slots: number): RecentCount => {
  const counts = new Uint32Array(slots)
  const numbers = new Float64Array(slots).fill(Number.NEGATIVE_INFINITY)
  return {
    note(nowMs) {
      const slot = Math.floor(nowMs / slotMs)
      const row = slot % slots
      if (numbers[row] !== slot) {
        counts[row] = 0
        numbers[row] = slot
      }
      counts[row] = (counts[row] ?? 0) + 1
    },
    since(spanMs, nowMs) {
      const last = Math.floor(nowMs / slotMs)
      const first = last - Math.min(slots, Math.max(1, Math.ceil(spanMs / slotMs)))
      let sum = 0
      for (let row = 0; row < slots; row++) {
        const slot = numbers[row] ?? 0
        if (slot > first && slot <= last) sum += counts[row] ?? 0
      }
      return sum
    },
  }
}
