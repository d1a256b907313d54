import { HOUR_MS, type Instant } from '../../core/instant.ts'
import type { ControlState } from './control-state.ts'
import type { RunHashes } from './run-hashes.ts'

/** A run of this store before the present one. Changed in place while the journal is read. */
export interface PastRun {
  readonly runId: string
  readonly epoch: number
  readonly startedAtMs: Instant
  readonly hashes: RunHashes | null
  endedCleanly: boolean
  /** Of the last fact it made. */
  lastAtMs: Instant
  /** Where it stood before it went down; null where it did not get beyond its start. */
  state: ControlState | null
}

const UNCLEAN_WITHIN_MS = HOUR_MS

/** Runs that ended without saying so within the hour before. */
export const uncleanEndsBefore = (runs: readonly PastRun[], atMs: Instant): number =>
  runs.filter(({ endedCleanly, lastAtMs }) => !endedCleanly && atMs - lastAtMs <= UNCLEAN_WITHIN_MS).length
