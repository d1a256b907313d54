import type { StopOrder } from '../../server/engine/events.ts'

import type { StopFile } from '../../server/engine/ports.ts'

/** The stop file of a disk in memory, which outlives the process that wrote it. */
export const createMemoryStopFile = (): StopFile => {
  let there = false
  let said: StopOrder | null = null
  return {
    exists: () => there,
    read: () => said,
    write(stop) {
      if (!there) said = stop
      there = true
      return true
    },
    remove() {
      there = false
      said = null
    },
  }
}
