/**
 * Verification that checkpoints cover the entries of an audit log: reports more unsigned entries than a running log
 * leaves.
 */

import { basename } from 'node:path'
import { auditPaths } from './audit-paths.ts'
import type { LoggedEntry } from './entry-line.ts'
import { find, inFile, type Remarks } from './finding.ts'
import { describeUnsigned, exceedsLimits, type UnsignedEntries } from './unsigned-entries.ts'

/** Counts the entries since the last checkpoint, one by one. */
export interface UnsignedJudge {
  accept(entry: LoggedEntry): void
  /** Ends the count at a checkpoint or at the end of the log, and reports a fault when it was too high. */
  settle(): void
}

/** Creates the check of the entries up to `last`: later ones may have been signed after the checkpoints were read. */
export const createUnsignedJudge = (last: number, remarks: Remarks): UnsignedJudge => {
  let unsigned: UnsignedEntries | undefined
  return {
    accept({ seq, atMs }) {
      if (seq <= last) unsigned = { from: seq, sinceMs: atMs, ...unsigned, to: seq, untilMs: atMs }
    },
    settle() {
      if (unsigned && exceedsLimits(unsigned)) {
        const where = inFile(CHECKPOINTS, { seq: unsigned.from })
        find(remarks, { code: 'CHECKPOINT_MISSING', where, detail: describeUnsigned(unsigned) })
      }
      unsigned = undefined
    },
  }
}

const CHECKPOINTS = basename(auditPaths('').checkpoints)
