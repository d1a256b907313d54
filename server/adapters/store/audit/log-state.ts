/** State of an open audit log and its spool, shared by the modules that recover, write and sign the log. */

import type { Instant } from '../../../core/instant.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import type { Clock } from '../../../engine/model/ports.ts'
import type { AuditPaths } from './audit-paths.ts'
import type { Head } from './head.ts'
import type { AuditKey } from './signing-key.ts'

/** State of one open audit log. */
export interface LogState {
  readonly paths: AuditPaths
  readonly clock: Clock
  readonly openedAtMs: Instant
  /** Null while no key can be used. */
  key: AuditKey | null
  head: Head
  /** False until the log has been checked since it was opened. */
  recovered: boolean
  /** Number of entries when the log was opened and verified; null if anything was wrong. */
  verifiedTo: number | null
  /** Fault of the log, with a remedy for the operator. */
  broken: string | null
  /** Null while the spool file cannot be read and must therefore not be written. */
  spool: Spool | null
  /** Time of the first entry not covered by a checkpoint; null when there is none. */
  unsignedSinceMs: Instant | null
  lastCheckpoint: { readonly size: number; readonly atMs: Instant } | null
  /** Intact part of the checkpoints' file, in bytes. */
  checkpointBytes: number
}

/** Entries waiting in the spool until the log can be written again. */
export interface Spool {
  /** Length of the log when the first of them arrived; null when that was unknown. */
  after: number | null
  /** Entries not yet in the log, oldest first. */
  readonly entries: AuditEntry[]
  /** Intact part of the file, in bytes. */
  bytes: number
  /** True when the file exists, though perhaps without anything valid in it. */
  isThere: boolean
}

/** Remedy for a log that was changed from outside. */
export const KEEP = 'Keep the folder as evidence, and see: plimsoll audit verify.'

/** Stores the first fault only: later ones are its consequences. */
export const noteFault = (state: LogState, fault: string): void => {
  state.broken ??= fault
}
