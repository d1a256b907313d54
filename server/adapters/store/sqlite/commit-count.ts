import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../../../core/assert.ts'
import type { AuditPosition } from '../../../engine/model/ports.ts'
import { inTransaction } from './database.ts'
import type { Row, Writes } from './rows.ts'

/**
 * Number of commits in a database, for comparison with the audit log: a database that lost commits has a lower count.
 */
export interface CommitCount {
  /** Returns the number of commits so far. */
  count(): number
  /** Returns the end of the audit log at the newest commit; null if it was not recorded. */
  audit(): AuditPosition | null
  /** Increments the count. Call it within the transaction that is counted. */
  advance(audit?: AuditPosition): void
  /** Raises the count to `count` when that is higher, so that numbers of lost commits are not reused. */
  raise(count: number): void
}

/** Commit count of a store, next to the count that its seal file had when it was opened. */
export interface StoreCommits extends Pick<CommitCount, 'count' | 'audit' | 'raise'> {
  /** Name in audit entries. */
  readonly name: string
  /** Within the data directory. */
  readonly path: string
  readonly sealed: number
}

export const openCommitCount = (database: DatabaseSync): CommitCount => {
  database.exec(`
    CREATE TABLE IF NOT EXISTS commits (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      count INTEGER NOT NULL,
      audit_size INTEGER,
      audit_root TEXT
    ) STRICT;
    INSERT OR IGNORE INTO commits VALUES (1, 0, NULL, NULL)`)
  const select = database.prepare('SELECT count, audit_size, audit_root FROM commits WHERE id = 1')
  const advance = database.prepare(
    'UPDATE commits SET count = count + 1, audit_size = coalesce(?, audit_size), audit_root = coalesce(?, audit_root)',
  )
  const raise = database.prepare('UPDATE commits SET count = max(count, ?)')
  const count = (): number => Number(select.get()?.count ?? 0)
  const [row, ...others] = database.prepare('SELECT id, count FROM commits').all()
  assert(
    row?.id === 1 && typeof row.count === 'number' && others.length === 0,
    'exactly one row must count the commits',
  )
  return {
    count,
    audit() {
      const { audit_size: size, audit_root: root } = select.get() ?? {}
      return typeof size === 'number' && typeof root === 'string' ? { size, root } : null
    },
    advance: (audit) => void advance.run(audit?.size ?? null, audit?.root ?? null),
    raise: (to) => inTransaction(database, () => void raise.run(to)),
  }
}

export const COMMIT_WRITES: Writes = { commits: 'UPDATE commits SET count = count + ?' }

/** Row between two batches that are written in one transaction: the second one is counted as a commit of its own. */
export const FURTHER_COMMIT: Row = ['commits', 1]
