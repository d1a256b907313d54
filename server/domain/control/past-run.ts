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
  /** Time of the last fact it recorded. */
  lastAtMs: Instant
  /** State before it went down; null when it did not get beyond its start. */
  state: ControlState | null
}

const UNCLEAN_WITHIN_MS = HOUR_MS

/** Counts runs that ended without a clean shutdown within the hour before. */
export const uncleanEndsBefore = (runs: readonly PastRun[], atMs: Instant): number =>
  runs.filter(({ endedCleanly, lastAtMs }) => !endedCleanly && atMs - lastAtMs <= UNCLEAN_WITHIN_MS).length
