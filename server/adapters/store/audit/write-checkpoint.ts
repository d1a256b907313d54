/**
 * Writing of signed checkpoints to an audit log: now, when entries are unsigned, or before entries that one checkpoint
 * could not cover.
 */

import { fstatSync } from 'node:fs'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import type { Instant } from '../../../core/instant.ts'
import { canonicalJson } from '../../../core/json.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { type DurableWork, inFile, rethrowBug, truncateTo, writeText } from '../disk.ts'
import { signCheckpoint } from './checkpoint.ts'
import { NOTHING } from './entry-line.ts'
import { KEEP, type LogState, noteFault } from './log-state.ts'
import { CHECKPOINT_MAX_ENTRIES, CHECKPOINT_SPAN_MAX_MS } from './unsigned-entries.ts'

/** Appends a signed checkpoint of the audit log as it is now; durable when it returns. Throws a `StoreFailure`. */
export function* writeCheckpoint(state: LogState): DurableWork<void> {
  const { key, head, paths } = state
  if (!key || !state.recovered || head.root === NOTHING) return
  const atMs: Instant = state.clock()
  const line = `${canonicalJson(signCheckpoint(key, { size: head.size, root: head.root, atMs }))}\n`
  try {
    state.checkpointBytes = yield* inFile(paths.checkpoints, 'r+', (fd) =>
      writeText(fd, line, endOfCheckpoints(state, fd)),
    )
  } catch (error) {
    rethrowBug(error)
    throw new StoreFailure(
      `${paths.checkpoints} cannot be written (${errorMessage(error)}). Free disk space or repair the disk; retrying.`,
    )
  }
  state.lastCheckpoint = { size: head.size, atMs }
  state.unsignedSinceMs = null
}

/** Returns the position after the last valid line, truncating what a failed write left. */
const endOfCheckpoints = (state: LogState, fd: number): number => {
  truncateTo(fd, state.checkpointBytes)
  const { size } = fstatSync(fd)
  if (size < state.checkpointBytes) {
    noteFault(state, `${state.paths.checkpoints} became shorter while it was in use. ${KEEP}`)
  }
  return size
}

/** Writes a checkpoint if entries are unsigned; a failure is ignored, because the log is complete without it. */
export function* tryCheckpoint(state: LogState): DurableWork<void> {
  if (unsignedSize(state) === 0) return
  try {
    yield* writeCheckpoint(state)
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
}

/** Writes a checkpoint first when further entries would exceed the maximum size or time span of one checkpoint. */
export function* signBefore(state: LogState, entries: readonly AuditEntry[]): DurableWork<void> {
  const { unsignedSinceMs: sinceMs } = state
  if (sinceMs === null) return
  const isLong = entries.some(({ atMs }) => atMs - sinceMs > CHECKPOINT_SPAN_MAX_MS)
  if (isLong || unsignedSize(state) + entries.length > CHECKPOINT_MAX_ENTRIES) yield* tryCheckpoint(state)
}

const unsignedSize = ({ head, lastCheckpoint }: LogState): number =>
  Math.max(0, head.size - (lastCheckpoint?.size ?? 0))
