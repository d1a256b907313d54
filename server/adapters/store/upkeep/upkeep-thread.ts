import { setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../core/assert.ts'
import { errorMessage } from '../../../core/errors.ts'
import { findDamage } from '../sqlite/database.ts'
import { createJournalReader, type JournalReader } from '../sqlite/journal.ts'
import { engineStorePath } from '../sqlite/store.ts'
import { FACTS_UNTIL_NEW, foldOn, readSnapshot, writeSnapshot } from './ledger-snapshot.ts'
import type { UpkeepReply, UpkeepTask } from './upkeep.ts'

/**
 * Entry point of the worker thread that checks a store for damage and writes a snapshot of its ledger, over a read-only
 * connection.
 */

const LOWEST_PRIORITY = 19

assert(parentPort, 'this module must run in a worker thread')
const port = parentPort
const { directory, build, checks } = workerData as UpkeepTask
/** On Linux this is the priority of the thread; elsewhere it would be the priority of the process. */
if (process.platform === 'linux') setPriority(LOWEST_PRIORITY)

const database = new DatabaseSync(engineStorePath(directory), { readOnly: true, timeout: 5_000 })
const journal = createJournalReader(database)
const parts = { directory, journal, build }

/** Reads the facts before the snapshot, which startup does not read, and returns the first error. */
const findUnreadable = ({ read }: JournalReader, untilSeq: number): string | null => {
  try {
    let seq = 0
    for (const _ of read()) if (++seq >= untilSeq) break
    return null
  } catch (error) {
    return errorMessage(error)
  }
}

const reply = (message: UpkeepReply): void => port.postMessage(message)

const snapshot = readSnapshot(parts)
const damage = checks ? (findDamage(database) ?? findUnreadable(journal, snapshot.seq)) : null
if (checks) reply({ kind: 'checked', damage })
if (damage === null && journal.newest() - snapshot.seq >= FACTS_UNTIL_NEW) {
  writeSnapshot(foldOn(snapshot, journal), parts)
}
database.close()
