import { type Gate, increases } from '../gate.ts'
import { firstFailing, measure } from '../observation.ts'

/** Passes when decisions can be persisted: commits are fast and the disk has free space. */
export const storeHealth: Gate = {
  id: 'G04',
  code: 'STORE',
  kind: 'S',
  enforces: increases,
  read: (_candidate, { store, constitution: { data } }) =>
    firstFailing(
      measure({
        what: 'the slowest hundredth of commits',
        observed: store.commitP99Ms,
        bound: 'at most',
        limit: data.maxCommitP99Ms,
        unit: 'ms',
        setting: 'data.maxCommitP99Ms',
        remedy: 'find out what keeps the disk busy',
      }),
      measure({
        what: 'the free space on the disk',
        observed: store.freeDiskBytes,
        bound: 'at least',
        limit: data.minFreeDiskBytes,
        unit: 'bytes',
        setting: 'data.minFreeDiskBytes',
        remedy: 'free space on the disk of the data folder',
      }),
    ),
}
