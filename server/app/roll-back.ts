import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { isSystemError, syncDirectory } from '../adapters/store/disk.ts'
import { openSnapshot } from '../adapters/store/sqlite/copy-database.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import { type BackupCheck, MANIFEST, type RollbackOrder, type RolledBack } from '../cli/backup-parts.ts'
import { CliFailure, EXIT } from '../cli/failure.ts'
import { errorMessage } from '../core/errors.ts'
import { toRfc3339 } from '../core/instant.ts'
import { listBackupFiles } from './backup-manifest.ts'
import { checkBackup } from './check-backup.ts'
import { listCopies, type MigrationCopy, OUTSIDE, REPLACED, ROLLBACK_MADE, ROLLBACK_READY } from './migration-copies.ts'
import { copyStopped, type RestoreParts, STOP, syncDirectories } from './restore-backup.ts'

/**
 * Replaces the data of a data directory with the verified copy made before its last migration, and engages the
 * emergency stop in it. API keys, secrets and market history are unchanged; the replaced data are moved to a folder.
 * Refuses while a server is running, and refuses to lose anything recorded since the copy unless that is accepted. An
 * interrupted rollback can be continued.
 */
export const rollBack = async (order: RollbackOrder, parts: RestoreParts): Promise<RolledBack> => {
  const { dataDir } = order
  if (!existsSync(dataDir)) throw new StoreError(`${dataDir} does not exist. Choose another with --data-dir.`)
  const lock = lockDataDirectory(dataDir)
  try {
    const copy = listCopies(dataDir).at(-1)
    if (!copy) {
      throw new StoreError(`${dataDir} has no copy from before a migration. Restore a backup: plimsoll restore BACKUP.`)
    }
    const checked = await checkBackup(copy.path, parts.clock)
    const isReady = existsSync(join(dataDir, ROLLBACK_READY))
    const lost = isReady ? { lostEntries: 0, lostCommits: 0 } : await measureLoss(dataDir, copy, checked)
    if (!isReady) {
      if (checked.findings.length > 0)
        throw new StoreError(`${copy.path} cannot be restored. ${checked.findings.join(' ')}`)
      refuseLoss(order, checked, lost)
      await writeReady(dataDir, copy, checked, parts)
    }
    swap(dataDir)
    const { newestAtMs } = checked
    return { path: dataDir, copy: copy.path, newestAtMs, ...lost, replaced: join(dataDir, REPLACED) }
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new StoreError(
      `The rollback cannot be written to ${dataDir} (${errorMessage(error)}). Free disk space and repeat the command.`,
    )
  } finally {
    lock.release()
  }
}

type Loss = Pick<RolledBack, 'lostEntries' | 'lostCommits'>

/**
 * Counts the commits of the data directory that the copy lacks. A database that cannot be read counts as one commit.
 */
const measureLoss = async (dataDir: string, { stores }: MigrationCopy, { entries }: BackupCheck): Promise<Loss> => {
  const { size } = await auditFiles(join(dataDir, 'audit')).verify(undefined)
  const lostCommits = stores.reduce(
    (sum, { path, commits }) => sum + Math.max(0, countCommits(join(dataDir, path), commits) - commits),
    0,
  )
  return { lostEntries: Math.max(0, size - entries), lostCommits }
}

const countCommits = (path: string, copied: number): number => {
  try {
    const snapshot = openSnapshot(path)
    snapshot.close()
    return snapshot.commits ?? copied
  } catch (error) {
    if (error instanceof StoreError) return copied + 1
    throw error
  }
}

const refuseLoss = (
  { dataDir, acceptLoss }: RollbackOrder,
  { newestAtMs }: BackupCheck,
  { lostEntries, lostCommits }: Loss,
): void => {
  if (acceptLoss || lostEntries + lostCommits === 0) return
  const since = newestAtMs === null ? 'an empty account' : toRfc3339(newestAtMs)
  const message =
    `The copy ends at ${since}. A rollback loses what was recorded since (audit entries: ${lostEntries}, ` +
    `commits: ${lostCommits}). Orders and positions at the exchange stay as they are.`
  const remedy = `To accept that: plimsoll rollback --accept-loss --data-dir ${dataDir}`
  throw new CliFailure(EXIT.blocked, { code: 'LOSS_NOT_ACCEPTED', message, remedy })
}

/** Writes the verified copy with the stop; it is complete once it has its final name. */
const writeReady = async (
  dataDir: string,
  copy: MigrationCopy,
  { newestAtMs }: BackupCheck,
  { newStop }: RestoreParts,
): Promise<void> => {
  const made = join(dataDir, ROLLBACK_MADE)
  const end = newestAtMs === null ? 'an empty account' : toRfc3339(newestAtMs)
  await copyStopped(copy.path, made, newStop({ reason: `Rolled back to the copy of ${end}.`, flatten: 'NONE' }))
  syncDirectories(made)
  rmSync(join(dataDir, REPLACED), { recursive: true, force: true })
  renameSync(made, join(dataDir, ROLLBACK_READY))
  syncDirectory(dataDir)
}

/** Entries that a rollback neither replaces nor moves. */
const RETAINED: ReadonlySet<string> = new Set([
  ...OUTSIDE,
  'keys.json',
  'secrets',
  'market',
  'owner.json',
  'lost+found',
])

/**
 * Moves every top-level name once, so that it can be repeated from any point. The stop comes first and the manifest
 * last.
 */
const swap = (dataDir: string): void => {
  const [ready, replaced] = [join(dataDir, ROLLBACK_READY), join(dataDir, REPLACED)]
  mkdirSync(replaced, { recursive: true, mode: 0o700 })
  const restored = new Set([STOP, ...listBackupFiles(ready).map((path) => path.split(sep)[0] ?? path)])
  for (const name of readdirSync(dataDir)) {
    const isInPlace = restored.has(name) && !existsSync(join(ready, name))
    if (name === STOP || isInPlace || RETAINED.has(name) || name.startsWith('lock.sqlite')) continue
    renameSync(join(dataDir, name), join(replaced, name))
  }
  const names = readdirSync(ready).filter((name) => name !== STOP && name !== MANIFEST)
  for (const name of [STOP, ...names]) {
    if (existsSync(join(ready, name))) renameSync(join(ready, name), join(dataDir, name))
  }
  syncDirectory(replaced)
  syncDirectory(dataDir)
  renameSync(ready, join(dataDir, ROLLBACK_MADE))
  rmSync(join(dataDir, ROLLBACK_MADE), { recursive: true })
  syncDirectory(dataDir)
}
