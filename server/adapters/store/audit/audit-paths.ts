import { join } from 'node:path'

/** Paths of the files of one audit log. */
export interface AuditPaths {
  readonly directory: string
  readonly log: string
  readonly head: string
  readonly checkpoints: string
  readonly key: string
  readonly spool: string
}

export const auditPaths = (directory: string): AuditPaths => ({
  directory,
  log: join(directory, 'log.jsonl'),
  head: join(directory, 'head'),
  checkpoints: join(directory, 'checkpoints.jsonl'),
  key: join(directory, 'key'),
  spool: join(directory, 'spool.jsonl'),
})
