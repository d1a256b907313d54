import { basename } from 'node:path'
import { auditPaths } from './audit-paths.ts'
import type { LoggedEntry } from './entry-line.ts'
import { find, inFile, type Remarks } from './finding.ts'
import { describeUnsigned, isTooMuch, type Unsigned } from './unsigned.ts'

/** Follows what no checkpoint stands for, entry by entry. */
export interface UnsignedJudge {
  accept(entry: LoggedEntry): void
  /** A checkpoint stands for everything up to here; or it is the end. Tells when that was too much. */
  settle(): void
}

/**
 * Judges the entries up to `last` only: what was written after somebody looked at the checkpoints may be signed in them
 * by now.
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
