/**
 * Findings and notes of the verification of an audit log: their codes, their places in the files, and the list that
 * collects them.
 */

/** Codes of the faults that verification can find in an audit log. */
export type FindingCode =
  | 'AUDIT_MISSING'
  | 'FILE_UNREADABLE'
  | 'KEY_MISSING'
  | 'KEY_DAMAGED'
  | 'HEAD_MISSING'
  | 'HEAD_DAMAGED'
  | 'HEAD_MISMATCH'
  | 'LOG_MISSING'
  | 'LOG_CUT'
  | 'LOG_REPLACED'
  | 'ENTRY_MALFORMED'
  | 'SEQ_GAP'
  | 'CHAIN_BROKEN'
  | 'AFTER_HEAD'
  | 'CHECKPOINTS_MISSING'
  | 'CHECKPOINT_MISSING'
  | 'CHECKPOINT_MALFORMED'
  | 'CHECKPOINT_SIGNATURE'
  | 'CHECKPOINT_ORDER'
  | 'CHECKPOINT_MISMATCH'
  | 'CHECKPOINT_BEYOND'
  | 'OUTSIDE_MALFORMED'
  | 'OUTSIDE_SIGNATURE'
  | 'OUTSIDE_OTHER_KEY'
  | 'OUTSIDE_MISMATCH'
  | 'OUTSIDE_BEYOND'

/** Codes of notes, which are not faults. */
type NoteCode =
  | 'LOG_UNFINISHED_LINE'
  | 'LOG_REPLACED'
  | 'BEHIND_HEAD'
  | 'CHECKPOINT_UNFINISHED_LINE'
  | 'SPOOL_LEFT'
  | 'MORE_FINDINGS'

/** Place in a file; fields that do not apply are null. */
export interface Where {
  readonly file: string
  /** Line number, from 1. */
  readonly line: number | null
  readonly seq: number | null
  /** Byte offset, from 0. */
  readonly offset: number | null
}

interface Remark<Code extends string> {
  readonly code: Code
  readonly where: Where
  readonly detail: string
}

export type Finding = Remark<FindingCode>
export type Note = Remark<NoteCode>

/** Findings and notes so far. */
export interface Remarks {
  readonly findings: Finding[]
  readonly notes: Note[]
  leftOut: number
}

/** Maximum number of listed findings, so that a file damaged throughout does not exhaust the memory. */
const FINDINGS_MAX = 1_000

export const noRemarks = (): Remarks => ({ findings: [], notes: [], leftOut: 0 })

export const inFile = (file: string, place: Partial<Where> = {}): Where => ({
  file,
  line: place.line ?? null,
  seq: place.seq ?? null,
  offset: place.offset ?? null,
})

export const find = (remarks: Remarks, finding: Finding): void => {
  if (remarks.findings.length < FINDINGS_MAX) remarks.findings.push(finding)
  else remarks.leftOut++
}
