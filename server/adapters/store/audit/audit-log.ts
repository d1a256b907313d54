/**
 * The audit log of a data directory: a chain of hashed entries with a head file, signed checkpoints, and a spool for
 * entries that cannot be written yet. Opens, extends, signs and queries it.
 */

import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { MINUTE_MS, toRfc3339 } from '../../../core/instant.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import type { AuditPosition, AuditStatus, AuditTrail, Clock } from '../../../engine/model/ports.ts'
import { type DurableWork, rethrowBug, runBeside, runNow } from '../disk.ts'
import { auditPaths } from './audit-paths.ts'
import { type CommitsBeyond, findCommitsBeyond, type StorePlace } from './commits-beyond.ts'
import { drain } from './drain.ts'
import { type AuditPage, type AuditQuery, findEntries } from './find-entries.ts'
import { EMPTY_HEAD } from './head.ts'
import { type LogState, noteFault } from './log-state.ts'
import { recover } from './recover.ts'
import { describeReplacedLog, type KnownEnd } from './replaced-log.ts'
import { writeSpool } from './spool.ts'
import { CHECKPOINT_MAX_ENTRIES, nextCheckpointEntries } from './unsigned-entries.ts'
import { tryCheckpoint, writeCheckpoint } from './write-checkpoint.ts'
import { writeLog } from './write-log.ts'

/** Opens the log or creates it. Never throws: a fault is reported by `state().broken`, and the log continues. */
export const openAuditLog = ({ directory, clock }: AuditLogParts): AuditLog => {
  const state: LogState = {
    paths: auditPaths(directory),
    clock,
    openedAtMs: clock(),
    key: null,
    head: EMPTY_HEAD,
    recovered: false,
    verifiedTo: null,
    broken: null,
    spool: null,
    unsignedSinceMs: null,
    lastCheckpoint: null,
    checkpointBytes: 0,
  }
  tryRecover(state)
  return {
    append: (entries) => runNow(append(state, entries)),
    appendBeside: (entries) => runBeside(append(state, entries)),
    status: () => (state.spool?.entries.length ? 'SPOOLED' : 'RECORDED'),
    checkpoint() {
      if (dueInMs(state) === 0) runNow(writeCheckpoint(state))
    },
    dueInMs: () => dueInMs(state),
    state: () => toAuditState(state),
    position: () => ({ size: state.head.size, root: state.head.root }),
    end: () => (state.recovered ? state.head.offset : null),
    commitsBeyond: (store) => findCommitsBeyond(state.paths.log, state.recovered ? state.head.offset : null, store),
    spooled: () => state.spool?.entries ?? [],
    compare(known) {
      const replaced = describeReplacedLog(state, known)
      if (!replaced) return
      runNow(append(state, [replaced]))
      noteFault(state, replaced.reason)
    },
    find: (query) => findEntries(state.paths.log, state.head.offset, query),
    close: () => runNow(tryCheckpoint(state)),
  }
}

export type { CommitsBeyond } from './commits-beyond.ts'

export interface AuditLogParts {
  /** Created when it is missing. */
  readonly directory: string
  readonly clock: Clock
}

/** State of an audit log. */
export interface AuditState {
  readonly size: number
  /** Leaf hash of the newest entry. */
  readonly root: string
  readonly lastCheckpoint: { readonly size: number; readonly at: string } | null
  /**
   * Number of entries verified when the log was opened, up to its newest checkpoint or along an intact chain from
   * there; null if verification failed. Entries before that checkpoint are checked by `verifyAudit`.
   */
  readonly verifiedTo: number | null
  /** Entries waiting in the spool until the log can be written. */
  readonly spooled: number
  /** Fault of the log beyond what a crash explains, with a remedy for the operator; null when there is none. */
  readonly broken: string | null
}

/** The audit log of a data directory; only one process at a time may open it. */
export interface AuditLog extends AuditTrail {
  /**
   * Appends entries, or adds them to the spool while the log cannot be written. Without entries, it only retries
   * recovery and empties the spool.
   */
  append(entries: readonly AuditEntry[]): AuditStatus
  /**
   * As `append`, without blocking the thread while the disk syncs. Nothing else may be written to the log before it
   * settles.
   */
  appendBeside(entries: readonly AuditEntry[]): Promise<AuditStatus>
  /** Signs the log if a checkpoint is due, after a minute or 256 entries. Throws a `StoreFailure`. */
  checkpoint(): void
  /** Returns the time until a checkpoint is due, ms; null while everything is signed. */
  dueInMs(): number | null
  state(): AuditState
  position(): AuditPosition
  /** Returns the byte behind the newest entry; null while the log cannot be read. */
  end(): number | null
  find(query: AuditQuery): Promise<AuditPage>
  /** Returns the commits of a store recorded in the log but missing in the store. */
  commitsBeyond(store: StorePlace): Promise<CommitsBeyond>
  /** Entries waiting in the spool until the log can be written. */
  spooled(): readonly AuditEntry[]
  /**
   * Compares the log with its end as recorded in a database. A log without that entry was replaced or truncated: the
   * first entry of a new log records this, and `state().broken` reports it.
   */
  compare(known: KnownEnd): void
  /** Closes the log with a final checkpoint if one can be written; the log is complete without it. */
  close(): void
}

const CHECKPOINT_MAX_MS = MINUTE_MS

const tryRecover = (state: LogState): void => {
  try {
    recover(state)
  } catch (error) {
    rethrowBug(error)
    noteFault(
      state,
      `The audit log ${state.paths.directory} cannot be used (${errorMessage(error)}). Free disk space or repair it.`,
    )
  }
}

function* append(state: LogState, entries: readonly AuditEntry[]): DurableWork<AuditStatus> {
  let rest = entries
  if (entries.length === 0 && state.recovered && state.spool?.entries.length === 0) return 'RECORDED'
  try {
    if (!state.recovered) recover(state)
    yield* drain(state)
    while (rest.length > 0) {
      const next = nextCheckpointEntries(rest)
      yield* writeLog(state, next)
      rest = rest.slice(next.length)
    }
    return 'RECORDED'
  } catch (error) {
    rethrowBug(error)
    return entries.length === 0 ? 'SPOOLED' : spool(state, rest, errorMessage(error))
  }
}

const spool = (state: LogState, entries: readonly AuditEntry[], reason: string): AuditStatus => {
  if (!state.spool) throw notWritable(state, reason, 'its entries from an earlier run cannot be read')
  try {
    writeSpool(state, state.spool, entries)
    return 'SPOOLED'
  } catch (error) {
    rethrowBug(error)
    throw notWritable(state, reason, errorMessage(error))
  }
}

const notWritable = ({ paths }: LogState, ofLog: string, ofSpool: string): StoreFailure =>
  new StoreFailure(
    `Neither ${paths.log} (${ofLog}) nor ${paths.spool} (${ofSpool}) can be written. Free disk space or repair the disk.`,
  )

const dueInMs = ({ head, lastCheckpoint, openedAtMs, clock }: LogState): number | null => {
  const { size, atMs } = lastCheckpoint ?? { size: 0, atMs: openedAtMs }
  const news = head.size - size
  if (news <= 0) return null
  return news >= CHECKPOINT_MAX_ENTRIES ? 0 : Math.max(0, CHECKPOINT_MAX_MS - Math.abs(clock() - atMs))
}

const toAuditState = ({ head, lastCheckpoint, verifiedTo, spool, broken }: LogState): AuditState => ({
  size: head.size,
  root: head.root,
  lastCheckpoint: lastCheckpoint && { size: lastCheckpoint.size, at: toRfc3339(lastCheckpoint.atMs) },
  verifiedTo,
  spooled: spool?.entries.length ?? 0,
  broken,
})
