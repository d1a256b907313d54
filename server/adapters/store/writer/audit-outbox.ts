/** Moves audit entries from the outbox in an engine's database to the audit log, continuously and after crashes. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../../core/errors.ts'
import type { AuditStatus } from '../../../engine/model/ports.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { commitNumber } from '../commit-name.ts'
import { isSystemError } from '../disk.ts'
import { inTransaction } from '../sqlite/database.ts'
import { createOutbox, type Outbox, type OutboxRow } from '../sqlite/outbox-table.ts'
import { engineStorePath } from '../sqlite/store.ts'

/** Transfer of the audit entries of one store to the audit log. */
export interface OutboxDrain {
  /**
   * Moves all committed entries; they are durable in the log or its spool when it resolves. While neither can be
   * written, they remain in the outbox.
   */
  drain(): Promise<void>
  /** Returns `SPOOLED` while entries wait in the outbox or in the spool. */
  status(): AuditStatus
}

interface DrainParts {
  /** Name of the store in audit entries. */
  readonly name: string
  readonly outbox: Outbox
  readonly audit: AuditLog
}

/** Opens the drain of a store. Entries that were moved right before a crash are recognised by their IDs. */
export const openOutboxDrain = ({ name, outbox, audit }: DrainParts): OutboxDrain => {
  let isSettled = false
  let waits = false

  /** IDs of the newest entries in the log and its spool, from a commit on; undefined while the log cannot be read. */
  const findRecorded = async (fromCommit: number): Promise<ReadonlySet<string> | undefined> => {
    if (audit.end() === null) audit.append([])
    if (audit.end() === null) return undefined
    try {
      const { entries } = await audit.commitsBeyond({ name, count: fromCommit - 1 })
      return new Set([...entries, ...audit.spooled()].map(({ auditId }) => auditId))
    } catch (error) {
      if (isSystemError(error)) return undefined
      throw error
    }
  }

  /** Skips the entries that were moved before a crash. Returns false while the log cannot be read. */
  const settle = async ([first, ...rest]: readonly OutboxRow[]): Promise<boolean> => {
    if (!first) return true
    const recorded = await findRecorded(commitNumber(first.entry.commit, name) ?? 1)
    for (const { seq, entry } of [first, ...rest]) if (recorded?.has(entry.auditId)) outbox.noteMoved(seq)
    return recorded !== undefined
  }

  return {
    async drain() {
      isSettled ||= await settle(outbox.waiting())
      const rows = outbox.waiting()
      const last = rows.at(-1)
      waits = last !== undefined && !isSettled
      if (!last || waits) return
      try {
        await audit.appendBeside(rows.map(({ entry }) => entry))
        outbox.noteMoved(last.seq)
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error
        waits = true
      }
    },
    status: () => (waits ? 'SPOOLED' : audit.status()),
  }
}

/**
 * Drains the outboxes left in a data directory by crashes, one per market and mode, except the given ones. An
 * unreadable database is reported when its market starts.
 */
export const drainOutboxes = async (
  dataDir: string,
  audit: AuditLog,
  except: readonly string[] = [],
): Promise<void> => {
  for (const name of readdirSync(dataDir)) {
    const path = engineStorePath(join(dataDir, name))
    if (!except.includes(name) && existsSync(path)) await drainFile(path, name, audit)
  }
}

const drainFile = async (path: string, name: string, audit: AuditLog): Promise<void> => {
  const database = openIfReadable(path)
  if (!database) return
  try {
    const outbox = createOutbox(database)
    await openOutboxDrain({ name, outbox, audit }).drain()
    inTransaction(database, outbox.purge)
  } finally {
    database.close()
  }
}

/** Returns undefined also for a database from before the introduction of outboxes. */
const openIfReadable = (path: string): DatabaseSync | undefined => {
  try {
    const database = new DatabaseSync(path)
    const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_outbox'").get()
    if (table) return database
    database.close()
  } catch {
    // Reported when its market starts.
  }
  return undefined
}
