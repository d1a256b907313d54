import { StoreFailure } from '../../../server/core/errors.ts'
import type { StopOrder } from '../../../server/engine/model/events.ts'
import type { StopFile } from '../../../server/engine/model/ports.ts'

/** Result of writing a stop file: it is empty, or missing, while the disk is full. */
export type StopFileFate = 'WRITTEN' | 'EMPTY' | 'NOTHING'

/** Stop file that outlives the process and that users may create as well. */
export interface DiskStopFile extends StopFile {
  /** Creates an empty file by hand. */
  touch(): void
}

export const createStopFile = (fate: () => StopFileFate): DiskStopFile => {
  let there = false
  let stored: StopOrder | null = null
  return {
    exists: () => there,
    read: () => stored,
    touch() {
      there = true
    },
    write(stop) {
      if (fate() === 'WRITTEN') stored ??= stop
      if (fate() !== 'NOTHING') there = true
      return there
    },
    sync: () => Promise.resolve(there),
    remove() {
      if (fate() === 'NOTHING') throw new StoreFailure('the stop file cannot be taken away')
      there = false
      stored = null
    },
  }
}
