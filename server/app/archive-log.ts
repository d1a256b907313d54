/** Moves the older batches of a shared account from PostgreSQL into files. */

import { type ArchivedFile, type ArchiveFolder, openArchiveFolder } from '../adapters/store/archive/archive-folder.ts'
import { readSegment, type SegmentContent, writeSegment } from '../adapters/store/archive/segment-file.ts'
import { openArchivedSegments } from '../adapters/store/postgres/archived-segments.ts'
import { openPostgres } from '../adapters/store/postgres/connection.ts'
import { type LogSegment, type LogSegments, openLogSegments } from '../adapters/store/postgres/log-segments.ts'
import { migrate } from '../adapters/store/postgres/migrate.ts'
import { openSnapshotStore } from '../adapters/store/postgres/snapshots.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import type { ArchivedLog, ArchiveOrder } from '../cli/parts.ts'
import { readStoreUrl, type SharedStoreConfig } from '../config/shared-store.ts'
import { StartError } from '../core/errors.ts'

/**
 * Archives every segment of the account's logs that is due, oldest first. A segment is deleted from PostgreSQL once its
 * file is durable, was read back and equals the rows, and is listed. An interrupted run is continued by the next one.
 */
export const archiveLog = async ({ account, url }: SharedStoreConfig, order: ArchiveOrder): Promise<ArchivedLog> => {
  const connection = openPostgres(readStoreUrl(url), `archive ${account}`)
  try {
    await migrate(connection)
    const segments = openLogSegments(connection, account)
    if (!(await segments.lock())) throw new StartError(`Another process archives or restores the account ${account}.`)
    const folder = openArchiveFolder(order.to, account)
    const archived = openArchivedSegments(connection, account)
    const due = await segments.listDue(order.keepMs)
    if (due.length > 0) await openSnapshotStore(connection, account).refuse()
    for (const segment of due) {
      await archived.note(segment.stream, await ensureArchived(segment, segments, folder))
      await segments.drop(segment)
    }
    return { account, directory: folder.directory, files: due.length, batches: due.reduce(addBatches, 0) }
  } finally {
    await connection.close()
  }
}

const addBatches = (sum: number, { first, last }: LogSegment): number => sum + last - first + 1

/** A file that an interrupted run has listed is verified again; its batches may be partly deleted already. */
const ensureArchived = async (
  segment: LogSegment,
  segments: LogSegments,
  folder: ArchiveFolder,
): Promise<SegmentContent> => {
  const { stream, first, last } = segment
  const listed = folder.find(stream, last)
  if (listed && listed.first < first) return folder.verify(listed)
  const path = folder.pathFor(stream, first, last)
  const isIntact = listed !== undefined && (await isReadable(listed, folder))
  if (!isIntact) await writeSegment(path, segments.read(segment))
  const content = await readSegment(path)
  await compareWithRows(content, segment, segments)
  folder.add(stream, content)
  return content
}

const isReadable = (file: ArchivedFile, folder: ArchiveFolder): Promise<boolean> =>
  folder.verify(file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreError) return false
      throw error
    },
  )

const compareWithRows = async (content: SegmentContent, segment: LogSegment, segments: LogSegments): Promise<void> => {
  const { first, last, batches } = content
  if (first === segment.first && last === segment.last && batches === (await segments.digest(segment))) return
  throw new StoreError(
    `The archived batches ${segment.first} to ${segment.last} differ from those in PostgreSQL. Nothing is deleted.`,
  )
}
