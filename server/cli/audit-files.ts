import type { AuditReader } from '../views/audit-view.ts'

/** A remark of a verification: where something is, and what it is. */
export interface AuditRemark {
  readonly code: string
  readonly where: {
    readonly file: string
    readonly line: number | null
    readonly seq: number | null
    readonly offset: number | null
  }
  readonly detail: string
}

export interface AuditVerification {
  readonly ok: boolean
  /** The last entry judged. */
  readonly size: number
  /** Creation time of that entry; null in an empty log. */
  readonly at: string | null
  readonly checkpoints: { readonly count: number; readonly lastSize: number | null }
  /** The checkpoint that was given; null where none was, or it cannot be read. */
  readonly outside: { readonly size: number; readonly at: string } | null
  readonly findings: readonly AuditRemark[]
  readonly notes: readonly AuditRemark[]
}

/** The files of one audit log, read as they are, with a running server or without. */
export interface AuditFiles extends AuditReader {
  /** Reads everything; `checkpoint` is the text of one that was kept elsewhere. */
  verify(checkpoint: string | undefined): Promise<AuditVerification>
  /** The entries from this one on, oldest first, each as the line it is in the log. */
  lines(fromSeq: number): AsyncIterable<string>
  /** The newest signed checkpoint as one line, with the key to verify it by; undefined while there is none. */
  newestCheckpoint(): Promise<string | undefined>
}
