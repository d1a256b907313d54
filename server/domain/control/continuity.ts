/** Conditions for resuming automatically after a restart, and the records of past runs they are compared with. */

import { HOUR_MS, type Instant } from '../../core/instant.ts'
import type { ControlState } from './control-state.ts'

/** The conditions by ID, each as a displayed sentence. */
export const CONTINUITY = {
  RC01: 'The store is intact and can be written',
  RC02: 'The audit log matches its last checkpoint, and no fault has been found since',
  RC03: 'No emergency stop is engaged',
  RC04: 'The engine was running before it stopped, and running is requested',
  RC05: 'This is the newest run, and the only one',
  RC06: 'The program has not changed',
  RC07: 'Constitution and configuration have not changed',
  RC08: 'The outcome of every order in flight is known',
  RC09: 'The ledger matches the exchange',
  RC10: 'Every position has a verified stop',
  RC11: 'The host clock agrees with the exchange clock',
  RC12: 'Order books are in sync, and strategies have enough history',
  RC13: 'The downtime was short',
  RC14: 'No breaker has to be re-armed on the host',
  RC15: 'The engine has not crashed repeatedly',
  RC16: 'Live trading is armed',
  RC17: 'No one else has traded on the account in the meantime',
} as const

export type ContinuityId = keyof typeof CONTINUITY

/** An earlier run on this store. Changed in place while the journal is read. */
export interface PastRun {
  readonly runId: string
  readonly epoch: number
  readonly startedAtMs: Instant
  readonly hashes: RunHashes | null
  endedCleanly: boolean
  /** Time of the last recorded fact. */
  lastAtMs: Instant
  /** Last state before the process ended; null when startup did not complete. */
  state: ControlState | null
}

const UNCLEAN_WITHIN_MS = HOUR_MS

/** Counts the runs within the preceding hour that ended without a clean shutdown. */
export const uncleanEndsBefore = (runs: readonly PastRun[], atMs: Instant): number =>
  runs.filter(({ endedCleanly, lastAtMs }) => !endedCleanly && atMs - lastAtMs <= UNCLEAN_WITHIN_MS).length

/** SHA-256 of the build, the limits and the configuration of a run. */
export interface RunHashes {
  readonly build: string
  readonly constitution: string
  readonly config: string
}
