import type { StopOrder } from '../../server/engine/model/events.ts'
import type { StopFile } from '../../server/engine/model/ports.ts'

/** Creates an in-memory stop file that outlives the process: undefined is not a file, null an empty one. */
export const createMemoryStopFile = (content?: StopOrder | null): StopFile => {
  let stored = content
  return {
    exists: () => stored !== undefined,
    read: () => stored ?? null,
    write(stop) {
      stored ??= stop
      return true
    },
    sync: () => Promise.resolve(true),
    remove() {
      stored = undefined
    },
  }
}
