import { aStage, type StageParts } from '../../../../test/support/venue-stage.ts'
import { StoreFailure } from '../../../core/errors.ts'
import { type ClearingStore, createMemoryStore } from './clearing-store.ts'
import type { ClearingVenueParts } from './venue.ts'

/** Creates a store on a disk that can be filled; while it is full, commits are discarded. */
export const createFillableStore = (disk: { full: boolean }, store = createMemoryStore()): ClearingStore => ({
  ...store,
  commit(changes) {
    if (disk.full) throw new StoreFailure('the disk is full')
    return store.commit(changes)
  },
})

type Outage = Pick<ClearingVenueParts, 'retry' | 'onDown' | 'onUp'>

/** Returns an exchange whose disk can be filled, its log of outages, and a retry delay under control of the test. */
export const anOutageStage = (given: StageParts = {}) => {
  const disk = { full: false }
  const notes: string[] = []
  const waiting: (() => void)[] = []
  const outage: Outage = {
    retry: (task) => void waiting.push(task),
    onDown: (detail) => void notes.push(`down: ${detail}`),
    onUp: () => void notes.push('up'),
  }
  const stage = aStage({ ...given, ...outage, store: createFillableStore(disk, given.store) })
  return {
    stage,
    disk,
    notes,
    /** Attempts to write that wait for the end of the pause. */
    waiting,
    retry() {
      for (const task of waiting.splice(0)) task()
      stage.tasks.run()
    },
  }
}
