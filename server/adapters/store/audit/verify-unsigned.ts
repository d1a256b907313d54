import { basename } from 'node:path'
import { auditPaths } from './audit-paths.ts'
import type { LoggedEntry } from './entry-line.ts'
import { find, inFile, type Remarks } from './finding.ts'
import { describeUnsigned, isTooMuch, type Unsigned } from './unsigned.ts'

/** Tracks the entries not covered by a checkpoint, one by one. */
export interface UnsignedJudge {
  accept(entry: LoggedEntry): void
  /** Settles everything up to here, at a checkpoint or the end. Reports a fault when it was too much. */
  settle(): void
}

/**
 * Judges the entries up to `last` only: those written after the checkpoints were read may have been signed in them
 * meanwhile.
 */
export const createUnsignedJudge = (last: number, remarks: Remarks): UnsignedJudge => {
  let unsigned: Unsigned | undefined
  return {
    accept({ seq, atMs }) {
      if (seq <= last) unsigned = { from: seq, sinceMs: atMs, ...unsigned, to: seq, untilMs: atMs }
    },
    settle() {
      if (unsigned && isTooMuch(unsigned)) {
        const where = inFile(CHECKPOINTS, { seq: unsigned.from })
        find(remarks, { code: 'CHECKPOINT_MISSING', where, detail: describeUnsigned(unsigned) })
      }
      unsigned = undefined
    },
  }
}

const CHECKPOINTS = basename(auditPaths('').checkpoints)
