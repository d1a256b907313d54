import { HOUR_MS, type Instant } from '../../core/instant.ts'
import type { ControlState } from './control-state.ts'

/** Conditions for resuming automatically after a restart, by their displayed names. */
export const CONTINUITY = {
  RC01: 'The store is whole and can be written',
  RC02: 'The audit log ends as its last checkpoint has it, and nothing is wrong with it since',
  RC03: 'No emergency stop is engaged',
  RC04: 'It was running before it went down, and running is requested now',
  RC05: 'This run is newer than every other, and the only one',
  RC06: 'It is the same program as before',
  RC07: 'Constitution and configuration are as before',
  RC08: 'The outcome of every order in flight is known',
  RC09: 'The ledger matches the exchange',
  RC10: 'Every position has a verified stop',
  RC11: 'Our clock agrees with that of the exchange',
  RC12: 'Books are synced, and strategies know enough to speak',
  RC13: 'It was not down for long',
  RC14: 'No breaker waits for the host',
  RC15: 'It has not crashed repeatedly',
  RC16: 'Real money has been granted',
  RC17: 'No other party has traded on the account in the meantime',
} as const

export type ContinuityId = keyof typeof CONTINUITY

/** A run of this store before the present one. Changed in place while the journal is read. */
export interface PastRun {
  readonly runId: string
  readonly epoch: number
  readonly startedAtMs: Instant
  readonly hashes: RunHashes | null
  endedCleanly: boolean
  /** Time of the last fact it recorded. */
  lastAtMs: Instant
  /** State before it went down; null when it did not complete its start. */
  state: ControlState | null
}

const UNCLEAN_WITHIN_MS = HOUR_MS

/** Counts runs that ended without a clean shutdown within the hour before. */
export const uncleanEndsBefore = (runs: readonly PastRun[], atMs: Instant): number =>
  runs.filter(({ endedCleanly, lastAtMs }) => !endedCleanly && atMs - lastAtMs <= UNCLEAN_WITHIN_MS).length

/** SHA-256 of the build, the limits and the configuration of a run. */
export interface RunHashes {
  readonly build: string
  readonly constitution: string
  readonly config: string
}
