import { setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../core/assert.ts'
import { errorMessage } from '../../../core/errors.ts'
import { openAccountLog } from '../postgres/account-log.ts'
import { openCheckpointStore } from '../postgres/checkpoints.ts'
import { openPostgres } from '../postgres/connection.ts'
import { makeCheckpoint } from '../postgres/make-checkpoint.ts'
import { findDamage } from '../sqlite/database.ts'
import { createJournalReader, type JournalReader } from '../sqlite/journal-reader.ts'
import { engineStorePath } from '../sqlite/store.ts'
import { FACTS_UNTIL_NEW, foldOn, readSnapshot, writeSnapshot } from './ledger-snapshot.ts'
import type { CheckpointShare, UpkeepReply, UpkeepTask } from './upkeep.ts'

/**
 * Entry point of the worker thread that checks a store for damage, writes a snapshot of its ledger, over a read-only connection,
 * and stores checkpoints of an account in a shared store.
 */

const LOWEST_PRIORITY = 19

assert(parentPort, 'this module must run in a worker thread')
const port = parentPort
const { directory, fold, checks, share } = workerData as UpkeepTask
/** On Linux this is the priority of the thread; elsewhere it would be the priority of the process. */
if (process.platform === 'linux') setPriority(LOWEST_PRIORITY)

const database = new DatabaseSync(engineStorePath(directory), { readOnly: true, timeout: 5_000 })
const journal = createJournalReader(database)
const parts = { directory, journal, fold }

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

const storeCheckpoint = async ({ url, account, ...maker }: CheckpointShare): Promise<void> => {
  const connection = openPostgres(url, `checkpoint ${account}`)
  try {
    const store = openCheckpointStore(connection, account)
    await makeCheckpoint({ directory, store, log: openAccountLog(connection, account, 'engine'), ...maker })
  } finally {
    await connection.close()
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
if (damage === null && share) await storeCheckpoint(share)
