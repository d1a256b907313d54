import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccountLog } from '../../../scaled/ports.ts'
import { openSnapshot } from '../sqlite/copy-database.ts'
import { findDamage } from '../sqlite/database.ts'
import { createJournalReader } from '../sqlite/journal-reader.ts'
import { openLogPosition } from '../sqlite/log-position.ts'
import { engineStorePath } from '../sqlite/store.ts'
import { StoreError } from '../sqlite/store-error.ts'
import { venueStorePath } from '../sqlite/venue-store.ts'
import { snapshotPath } from '../upkeep/ledger-snapshot.ts'
import type { Checkpoint, CheckpointFile, CheckpointStore } from './checkpoints.ts'
import { BATCHES_MAX, readRows, removeHostRows } from './projection.ts'

/**
 * Stores a checkpoint of the copies in a directory, unless the newest one is only a few batches older; the copies can
 * be in use. It counts only when the copied journal equals the log since the previous checkpoint. Returns null when
 * none was stored.
 */
export const makeCheckpoint = async (parts: CheckpointParts): Promise<Checkpoint | null> => {
  const { directory, store, leastBatches = BATCHES_UNTIL_NEW } = parts
  const [previous] = await store.list()
  const position = readPosition(engineStorePath(directory))
  if (position === null || position - (previous?.number ?? 0) < leastBatches) return null
  const files = filesIn(directory)
  removeCopies(files)
  try {
    return await storeCopies(parts, { files: await copyFiles(files), previous })
  } finally {
    removeCopies(files)
  }
}

export interface CheckpointParts {
  /** Directory of the market and mode. */
  readonly directory: string
  readonly store: CheckpointStore
  readonly log: Pick<AccountLog, 'readAfter'>
  /** As in `NewCheckpoint`. */
  readonly epoch: number
  readonly host: string
  /** Digest of the program. */
  readonly build: string
  /** `BATCHES_UNTIL_NEW` if omitted. */
  readonly leastBatches?: number
}

/** Number of batches after a checkpoint that justify a new one: a host copies them within seconds. */
export const BATCHES_UNTIL_NEW = 50_000

const readPosition = (path: string): number | null => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return openLogPosition(database)()
  } finally {
    database.close()
  }
}

interface CopiedFile extends CheckpointFile {
  readonly from: string
}

const filesIn = (directory: string): CopiedFile[] =>
  (
    [
      ['ledger', snapshotPath(directory)],
      ['engine', engineStorePath(directory)],
      ['exchange', venueStorePath(directory)],
    ] as const
  ).map(([name, from]) => ({ name, from, path: join(directory, `${name}.checkpoint.new`) }))

const removeCopies = (files: readonly CopiedFile[]): void => {
  for (const { path } of files)
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

/** Copies the files that exist; the snapshot of the ledger first, so that it is not ahead of the journal. */
const copyFiles = async (files: readonly CopiedFile[]): Promise<CopiedFile[]> => {
  const present = files.filter(({ from }) => existsSync(from))
  for (const { name, from, path } of present) {
    if (name === 'ledger') copyFileSync(from, path)
    else await copyDatabase(from, path)
  }
  return present
}

const copyDatabase = async (from: string, to: string): Promise<void> => {
  const snapshot = openSnapshot(from)
  try {
    await snapshot.copyTo(to)
  } finally {
    snapshot.close()
  }
}

interface Copies {
  readonly files: readonly CheckpointFile[]
  readonly previous: Checkpoint | undefined
}

const storeCopies = async (
  { directory, store, log, epoch, host, build }: CheckpointParts,
  { files, previous }: Copies,
): Promise<Checkpoint | null> => {
  const database = new DatabaseSync(files.find(({ name }) => name === 'engine')?.path ?? '')
  let checkpoint: Checkpoint
  try {
    removeHostRows(database)
    const damage = findDamage(database)
    if (damage !== null) throw new StoreError(`${engineStorePath(directory)} is damaged (${damage}).`)
    const number = openLogPosition(database)() ?? 0
    const facts = createJournalReader(database).newest()
    await compareWithLog(database, { log, after: previous ?? null, number, facts })
    const venue = files.find(({ name }) => name === 'exchange')
    const exchange = (venue && readPosition(venue.path)) ?? 0
    checkpoint = { number, exchange, facts, host, build }
  } finally {
    database.close()
  }
  return (await store.put({ checkpoint, files, epoch })) ? checkpoint : null
}

interface Compared {
  readonly log: Pick<AccountLog, 'readAfter'>
  readonly after: Pick<Checkpoint, 'number' | 'facts'> | null
  readonly number: number
  readonly facts: number
}

/** Compares the journal with the batches after the previous checkpoint, or with the whole log. */
const compareWithLog = async (database: DatabaseSync, { log, after, number, facts }: Compared): Promise<void> => {
  const logged = await digestLog(log, after?.number ?? 0, number)
  const copied = createHash('sha256')
  const select = database.prepare('SELECT kind, body FROM journal WHERE seq > ? ORDER BY seq')
  for (const { kind, body } of select.iterate(facts - logged.count)) copied.update(JSON.stringify([kind, body]))
  const isContinued = after === null || after.facts === facts - logged.count
  if (isContinued && logged.digest === copied.digest('hex')) return
  throw new StoreError(
    `The journal of this host differs from the log of the account before batch ${number}. Delete this host's copy: it is rebuilt.`,
  )
}

/** Returns the number of facts in the log up to a batch. */
export const countFacts = async (log: Compared['log'], to: number): Promise<number> =>
  (await digestLog(log, 0, to)).count

/** Returns the number and digest of the journal rows in the batches after `from`, up to `to`. */
const digestLog = async (
  log: Compared['log'],
  from: number,
  to: number,
): Promise<{ readonly count: number; readonly digest: string }> => {
  const hash = createHash('sha256')
  let count = 0
  for (let last = from; last < to; ) {
    const batches = await log.readAfter(last, Math.min(BATCHES_MAX, to - last))
    if (batches.length === 0) throw new StoreError(`The log of the account ends before batch ${to}.`)
    const rows = batches.flatMap(({ body }) => readRows(body)).filter(([statement]) => statement === 'journal')
    for (const [, ...values] of rows) hash.update(JSON.stringify(values))
    count += rows.length
    last += batches.length
  }
  return { count, digest: hash.digest('hex') }
}
