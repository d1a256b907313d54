import type { StopOrder } from '../../server/engine/model/events.ts'
import type { StopFile } from '../../server/engine/model/ports.ts'

/** The stop file of a disk in memory, which outlives the process: undefined is no file, null one that says nothing. */
export const createMemoryStopFile = (content?: StopOrder | null): StopFile => {
  let stored = content
  return {
    exists: () => stored !== undefined,
    read: () => stored ?? null,
    write(stop) {
      stored ??= stop
      return true
    },
    remove() {
      stored = undefined
    },
  }
}
