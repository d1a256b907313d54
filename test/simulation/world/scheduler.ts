import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../../../server/core/instant.ts'

/** Virtual clock and event queue: the only source of time and order in a simulation. */
export interface Scheduler {
  readonly nowMs: Instant
  /** Schedules a task; tasks at the same instant run in the order of scheduling. */
  at(atMs: Instant, task: () => void): void
  after(delayMs: number, task: () => void): void
  /** Runs all tasks due up to and including `untilMs`; ends early when `stop` returns true after a task. */
  run(untilMs: Instant, stop: () => boolean): Promise<void>
}

/** Returns whether a promise is pending, in which case its continuations run before the next task. */
export type AnybodyWaits = () => boolean

interface Entry {
  readonly atMs: Instant
  readonly sequence: number
  readonly task: () => void
}

const isBefore = (a: Entry, b: Entry): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.sequence < b.sequence)

export const createScheduler = (startMs: Instant, anybodyWaits: AnybodyWaits = () => false): Scheduler => {
  const heap: Entry[] = []
  let nowMs = startMs
  let sequence = 0

  const at = (atMs: Instant, task: () => void): void => {
    push(heap, { atMs: Math.max(nowMs, Math.round(atMs)), sequence: sequence++, task })
  }

  return {
    get nowMs() {
      return nowMs
    },
    at,
    after: (delayMs, task) => at(nowMs + delayMs, task),
    async run(untilMs, stop) {
      for (let next = heap[0]; next && next.atMs <= untilMs; next = heap[0]) {
        pop(heap)
        nowMs = next.atMs
        next.task()
        if (anybodyWaits()) await setImmediate()
        if (stop()) return
      }
      nowMs = Math.max(nowMs, untilMs)
    },
  }
}

const push = (heap: Entry[], entry: Entry): void => {
  let place = heap.push(entry) - 1
  while (place > 0) {
    const parent = (place - 1) >> 1
    const above = heap[parent]
    if (!above || !isBefore(entry, above)) break
    heap[place] = above
    place = parent
  }
  heap[place] = entry
}

const pop = (heap: Entry[]): void => {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let place = 0
  while (true) {
    const left = heap[2 * place + 1]
    const right = heap[2 * place + 2]
    const child = right && left && isBefore(right, left) ? 2 * place + 2 : 2 * place + 1
    const least = heap[child]
    if (!least || !isBefore(least, last)) break
    heap[place] = least
    place = child
  }
  heap[place] = last
}
