/**
 * Entries waiting in the spool of the audit log: reads them when the log is opened, and moves them into the log in
 * order.
 */

import type { AuditEntry } from '../../../engine/model/facts.ts'
import type { DurableWork } from '../disk.ts'
import { parseLine, printEntry } from './entry-line.ts'
import { startOfSeq } from './entry-offsets.ts'
import { linesNow, searchNow } from './lines.ts'
import { KEEP, type LogState, noteFault, type Spool } from './log-state.ts'
import { keepDamaged, readSpool, rebaseSpool, removeSpool } from './spool.ts'
import { nextCheckpointEntries } from './unsigned-entries.ts'
import { writeLog } from './write-log.ts'

/** Moves the spooled entries into the log, in order; a crash in between loses and duplicates none. */
export function* drain(state: LogState): DurableWork<void> {
  const { spool } = state
  if (!spool?.isThere) return
  const { entries } = spool
  while (entries.length > 0) {
    const next = nextCheckpointEntries(entries)
    yield* writeLog(state, next)
    entries.splice(0, next.length)
  }
  removeSpool(state, spool)
}

/** Adopts entries left in the spool by an earlier process, except entries already in the log. */
export const settleSpool = (state: LogState, log: number): void => {
  const { spool, head } = state
  if (!spool) return
  const drained = countDrained(state, log, spool)
  spool.entries.splice(0, drained)
  const isRight = drained === 0 && spool.after === head.size
  if (spool.entries.length > 0 && !isRight) rebaseSpool(state, spool, head.size)
}

/**
 * Returns the number of spooled entries that are already in the log. While the spool has entries, only these are
 * appended to the log after `after`.
 */
const countDrained = ({ head }: LogState, log: number, { after, entries }: Spool): number => {
  if (after === null || after >= head.size) return 0
  const from = searchNow(log, startOfSeq({ from: 0, to: head.offset }, after + 1))
  let count = 0
  for (const { bytes } of linesNow(log, { from, to: head.offset })) {
    const spooled = entries[count]
    const logged = parseLine(bytes)
    if (!spooled || !logged || !isSame(spooled, logged)) break
    count++
  }
  return count
}

const isSame = (one: AuditEntry, other: AuditEntry): boolean => printEntry(one) === printEntry(other)

/** Reads the spool's file once, before anything may be written to it. */
export const openSpool = (state: LogState): void => {
  if (state.spool) return
  const { spool: path } = state.paths
  const { spool, isDamaged } = readSpool(path)
  state.spool = spool
  if (!isDamaged) return
  keepDamaged(path)
  rebaseSpool(state, spool, spool.after)
  noteFault(state, `${path} had unreadable lines and was renamed to ${path}.damaged. ${KEEP}`)
}
