import type { Instant } from '../../../core/instant.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import type { Clock } from '../../../engine/model/ports.ts'
import type { AuditPaths } from './audit-paths.ts'
import type { Head } from './head.ts'
import type { AuditKey } from './signing-key.ts'

/** Entries that wait beside the log until it can be written again. */
export interface Spool {
  /** How long the log was when the first of them came; null when that was not known. */
  after: number | null
  /** Not yet in the log, oldest first. */
  readonly entries: AuditEntry[]
  /** How much of the file is good. */
  bytes: number
  /** Whether there is a file, though perhaps nothing in it that counts. */
  isThere: boolean
}

/** One open log. */
export interface LogState {
  readonly paths: AuditPaths
  readonly clock: Clock
  readonly openedAtMs: Instant
  /** Null while there is none that can be used. */
  key: AuditKey | null
  head: Head
  /** False until the log has been looked through since it was opened. */
  recovered: boolean
  /** So many entries there were then, and nothing was wrong with them; null where something was. */
  verifiedTo: number | null
  /** What is wrong with the log, in words an operator can act on. */
  broken: string | null
  /** Null while the spool's file cannot be read, and must therefore not be written. */
  spool: Spool | null
  /** When the first entry was made that no checkpoint stands for yet; null when there is none. */
  unsignedSinceMs: Instant | null
  lastCheckpoint: { readonly size: number; readonly atMs: Instant } | null
  /** How much of the checkpoints' file is good. */
  checkpointBytes: number
}

/** What to do about a log that somebody or something has changed. */
export const KEEP = 'Keep the folder as evidence, and see: plimsoll audit verify.'

/** Keeps the first fault: what follows from it says less. */
export const noteFault = (state: LogState, fault: string): void => {
  state.broken ??= fault
}
