import { existsSync, mkdirSync } from 'node:fs'
import type { Logger } from 'pino'
import type { CheckpointStore } from '../adapters/store/postgres/checkpoints.ts'
import { countFacts } from '../adapters/store/postgres/make-checkpoint.ts'
import { deleteProjection, openProjection, type Projection } from '../adapters/store/postgres/projection.ts'
import type { SnapshotStore } from '../adapters/store/postgres/snapshots.ts'
import { engineStorePath, openEngineStore } from '../adapters/store/sqlite/store.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import { venueStorePath } from '../adapters/store/sqlite/venue-store.ts'
import { snapshotPath } from '../adapters/store/upkeep/ledger-snapshot.ts'
import { type AccountLog, type LogStream, LogTrimmed } from '../scaled/ports.ts'

/**
 * Opens the copies of an account on this host. Missing and damaged ones, and those that the log no longer continues, are
 * first fetched from the newest intact checkpoint; without one, they are built from the whole log.
 */
export const openCopies = async (parts: CopiesParts): Promise<Projection> => {
  try {
    return await open(parts)
  } catch (error) {
    const isDamaged = error instanceof StoreError && DAMAGE.test(error.message)
    if (!isDamaged && !(error instanceof LogTrimmed)) throw error
    deleteProjection(parts.directory)
    return await open(parts).catch(explainTrimmed)
  }
}

const explainTrimmed = (error: unknown): never => {
  if (!(error instanceof LogTrimmed)) throw error
  throw new LogTrimmed(
    `${error.message} No intact checkpoint contains it: restore the archive with plimsoll archive --restore DIRECTORY.`,
  )
}

/** Errors of a database that another copy replaces, in contrast to those of a full disk or a newer schema. */
const DAMAGE = /is damaged|is not a database|malformed/

interface CopiesParts {
  /** Directory of the market and mode. */
  readonly directory: string
  readonly logs: Readonly<Record<LogStream, AccountLog>>
  readonly snapshots: SnapshotStore
  readonly checkpoints: CheckpointStore
  /** As in `ProjectionParts`. */
  readonly host: string
  /** Receives the faults of checkpoints that are not used. */
  readonly logger: Pick<Logger, 'warn'> | undefined
}

const open = async (parts: CopiesParts): Promise<Projection> => {
  await fetchMissing(parts)
  const { directory, logs, host } = parts
  const projection = openProjection({ directory, engineLog: logs.engine, exchangeLog: logs.exchange, host })
  try {
    await projection.verifyNext()
    return projection
  } catch (error) {
    projection.close()
    throw error
  }
}

const fetchMissing = async (parts: CopiesParts): Promise<void> => {
  const { directory, snapshots, checkpoints, logger } = parts
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const paths = { engine: engineStorePath(directory), exchange: venueStorePath(directory) }
  const missing = (['engine', 'exchange'] as const).filter((stream) => !existsSync(paths[stream]))
  if (missing.length === 0) return
  const wanted = Object.fromEntries(missing.map((stream) => [stream, paths[stream]]))
  if (wanted.engine !== undefined) wanted.ledger = snapshotPath(directory)
  const checkpoint = await checkpoints.fetch(wanted, (err) => logger?.warn({ err }, 'a damaged checkpoint is not used'))
  if (!checkpoint) {
    await refuseIncompleteLog(parts)
    for (const stream of missing) await snapshots.fetch(stream, paths[stream])
  } else if (wanted.engine !== undefined) raiseCommits(directory)
}

/** Refuses a log without the facts from before the account was moved into the store, which are in its checkpoints only. */
const refuseIncompleteLog = async ({ logs, checkpoints }: CopiesParts): Promise<void> => {
  const oldest = (await checkpoints.list()).at(-1)
  if (!oldest) return
  const lacking = oldest.facts - (await countFacts(logs.engine, oldest.number))
  if (lacking === 0) return
  throw new StoreError(
    `No checkpoint of the account is intact, and its log begins after ${lacking} facts of it. Restore PostgreSQL from a backup.`,
  )
}

/** Raises the commit count to that of the deleted copy, whose numbers are in the audit log of this host. */
const raiseCommits = (directory: string): void => {
  const { commits, close } = openEngineStore(directory)
  commits.raise(commits.sealed)
  close()
}
