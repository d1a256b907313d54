import type { StopOrder } from '../../server/engine/events.ts'
import type { StopFile } from '../../server/engine/ports.ts'

/** The stop file of a disk in memory, which outlives the process: undefined is no file, null one that says nothing. */
export const createMemoryStopFile = (content?: StopOrder | null): StopFile => {
  let said = content
  return {
    exists: () => said !== undefined,
    read: () => said ?? null,
    write(stop) {
      said ??= stop
      return true
    },
    remove() {
      said = undefined
    },
  }
}
