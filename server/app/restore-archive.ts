/** Moves the archived batches of a shared account back from files into PostgreSQL. */

import { type ArchivedFile, type ArchiveFolder, openArchiveFolder } from '../adapters/store/archive/archive-folder.ts'
import { type ArchivedBatch, createBatchDigest } from '../adapters/store/archive/segment-file.ts'
import {
  type ArchivedSegments,
  type LogEnds,
  openArchivedSegments,
} from '../adapters/store/postgres/archived-segments.ts'
import { openPostgres } from '../adapters/store/postgres/connection.ts'
import { type LogSegments, openLogSegments } from '../adapters/store/postgres/log-segments.ts'
import { migrate } from '../adapters/store/postgres/migrate.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import type { RestoredLog } from '../cli/parts.ts'
import { readStoreUrl, type SharedStoreConfig } from '../config/shared-store.ts'
import { StartError } from '../core/errors.ts'
import type { LogStream } from '../scaled/ports.ts'

/**
 * Restores every archived batch that precedes those in PostgreSQL, the newest file first, so that the log has no gap at
 * any time. All files are verified, and compared with the digests and batches in PostgreSQL, before the first one is restored.
 * An interrupted run is continued by the next one; the files remain.
 */
export const restoreArchive = async ({ account, url }: SharedStoreConfig, archive: string): Promise<RestoredLog> => {
  const connection = openPostgres(readStoreUrl(url), `archive ${account}`)
  try {
    await migrate(connection)
    const segments = openLogSegments(connection, account)
    if (!(await segments.lock())) throw new StartError(`Another process archives or restores the account ${account}.`)
    const folder = openArchiveFolder(archive, account)
    if (folder.files().length === 0) {
      throw new StoreError(
        `${archive} has no archive of the account ${account}. Specify the folder and account that were archived.`,
      )
    }
    const parts: RestoreParts = { account, folder, segments, archived: openArchivedSegments(connection, account) }
    const restores = [await planRestore(parts, 'engine'), await planRestore(parts, 'exchange')]
    const done = { files: 0, batches: 0 }
    for (const { stream, files, before } of restores) {
      for (const file of files.toReversed()) {
        done.batches += await restoreFile(parts, { stream, file, before })
        done.files++
      }
    }
    return { account, directory: folder.directory, ...done }
  } finally {
    await connection.close()
  }
}

interface RestoreParts {
  readonly account: string
  readonly folder: ArchiveFolder
  readonly segments: LogSegments
  readonly archived: ArchivedSegments
}

interface PlannedRestore {
  readonly stream: LogStream
  /** Files with batches before those in PostgreSQL, oldest first. */
  readonly files: readonly ArchivedFile[]
  /** Number of the oldest batch in PostgreSQL. */
  readonly before: number
}

/** Verifies all files of a log, and that they and PostgreSQL have each batch. */
const planRestore = async (parts: RestoreParts, stream: LogStream): Promise<PlannedRestore> => {
  const { account, folder, archived } = parts
  const files = folder.files().filter((file) => file.stream === stream)
  if (files.length === 0) return { stream, files, before: 0 }
  const ends = await archived.findEnds(stream)
  if (!ends || (files.at(-1)?.last ?? 0) > ends.newest) {
    throw new StoreError(
      `The log ${stream} of the account ${account} in PostgreSQL ends before the archive. Restore PostgreSQL from a newer backup first.`,
    )
  }
  refuseGaps(parts, files, ends)
  const before = ends.oldest.number
  let nextEpoch = (files.at(-1)?.last ?? 0) < before ? ends.oldest.epoch : undefined
  for (const file of files.toReversed()) nextEpoch = await verifyFile(parts, { file, ends, nextEpoch })
  return { stream, files: files.filter(({ first }) => first < before), before }
}

/** Refuses files that overlap, and batches that neither a file nor PostgreSQL has. */
const refuseGaps = ({ account, folder }: RestoreParts, files: readonly ArchivedFile[], ends: LogEnds): void => {
  for (const [index, { stream, name, last }] of files.entries()) {
    const following = files[index + 1]
    if (following && following.first <= last) {
      throw new StoreError(
        `${name} and ${following.name} contain the same batches. Move one of them out of ${folder.directory}, with its line of SHA256SUMS.`,
      )
    }
    const first = following?.first ?? Math.max(ends.oldest.number, last + 1)
    if (first === last + 1) continue
    throw new StoreError(
      `The batches ${last + 1} to ${first - 1} of the log ${stream} of ${account} are neither in ${folder.directory} nor in PostgreSQL. ` +
        'Copy their file and its line of SHA256SUMS into the folder, or restore the archive that contains them first.',
    )
  }
}

interface VerifiedFile {
  readonly file: ArchivedFile
  readonly ends: LogEnds
  /** Epoch of the batch after the file, which no batch of it exceeds; undefined when PostgreSQL has batches of the file. */
  readonly nextEpoch: number | undefined
}

/** Verifies a file, and returns the epoch of its first batch. */
const verifyFile = async (
  { account, folder, segments, archived }: RestoreParts,
  { file, ends: { oldest }, nextEpoch = Number.POSITIVE_INFINITY }: VerifiedFile,
): Promise<number> => {
  const shared = createBatchDigest()
  const epochs: number[] = []
  const onBatch = (batch: ArchivedBatch): void => {
    if (batch.epoch !== epochs.at(-1)) epochs.push(batch.epoch)
    if (batch.number >= oldest.number) shared.add(batch)
  }
  const { batches } = await folder.verify(file, onBatch).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
    throw new StoreError(`${error.message} Nothing is restored: copy an intact file into the folder first.`)
  })
  const recorded = await archived.findDigest(file)
  const stored = await segments.digest({ ...file, first: Math.max(file.first, oldest.number) })
  const isContinued = (epochs.at(-1) ?? 0) <= nextEpoch
  if ((recorded ?? batches) === batches && stored === shared.end() && isContinued) return epochs[0] ?? 0
  throw new StoreError(
    `${file.name} does not contain the batches that were archived from the account ${account}. ` +
      `Nothing is restored: replace ${folder.directory} by the archive of this account.`,
  )
}

interface FileToRestore {
  readonly stream: LogStream
  readonly file: ArchivedFile
  readonly before: number
}

/** Returns the number of restored batches. */
const restoreFile = async (
  { folder, archived }: RestoreParts,
  { stream, file, before }: FileToRestore,
): Promise<number> => {
  await archived.restore(stream, async (put) => {
    await folder.verify(file, (batch) => (batch.number < before ? put(batch) : undefined))
  })
  return Math.min(file.last, before - 1) - file.first + 1
}
