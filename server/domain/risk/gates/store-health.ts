import { MINUTE_MS } from '../../../core/instant.ts'
import { gateWithLimits, increases, onHost } from '../gate.ts'
import { firstFailing, measure } from '../observation.ts'
import { ageProbe, downTo, seeing } from '../probes/cases.ts'
import { whole } from '../setting-rule.ts'

/** Passes when decisions can be persisted: commits are fast, and the disk has free space. */
export const storeHealth = gateWithLimits({
  id: 'G04',
  code: 'STORE',
  kind: 'S',
  label: 'store health',
  remedy: onHost('Commits must be fast and the disk must have free space: free disk space or repair the disk.'),
  limits: {
    'data.maxCommitP99Ms': {
      default: 250,
      allowed: whole(1, MINUTE_MS),
      title: 'Commit latency, p99',
      unit: 'ms',
      bound: 'at most',
      used: ({ store }) => store.commitP99Ms,
      probe: ageProbe((commitP99Ms) => ({ store: { commitP99Ms, freeDiskBytes: ROOMY } })),
    },
    'data.minFreeDiskBytes': {
      default: 2 ** 30,
      allowed: whole(0, Number.MAX_SAFE_INTEGER),
      title: 'Free disk space',
      unit: 'bytes',
      bound: 'at least',
      used: ({ store }) => store.freeDiskBytes,
      probe: {
        steps: downTo(),
        least: -1,
        createCase: (freeDiskBytes, constitution) => seeing(constitution, { store: { commitP99Ms: 0, freeDiskBytes } }),
      },
    },
  },
  enforces: increases,
  read: (_candidate, { store, constitution: { data } }) =>
    firstFailing(
      measure({
        what: 'the commit latency (p99)',
        observed: store.commitP99Ms,
        bound: 'at most',
        limit: data.maxCommitP99Ms,
        unit: 'ms',
        setting: 'data.maxCommitP99Ms',
        remedy: 'find out what is using the disk',
      }),
      measure({
        what: 'the free disk space',
        observed: store.freeDiskBytes,
        bound: 'at least',
        limit: data.minFreeDiskBytes,
        unit: 'bytes',
        setting: 'data.minFreeDiskBytes',
        remedy: 'free space on the disk of the data directory',
      }),
    ),
})

const ROOMY = Number.MAX_SAFE_INTEGER
