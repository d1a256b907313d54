import { chmodSync, copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { copyAudit } from '../adapters/store/audit/copy-audit.ts'
import { isSystemError, isWithin, replaceFile, syncDirectory } from '../adapters/store/disk.ts'
import { type DatabaseSnapshot, openSnapshot } from '../adapters/store/sqlite/copy-database.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import { type BackupOrder, MANIFEST, type MadeBackup } from '../cli/backup-parts.ts'
import { errorMessage } from '../core/errors.ts'
import { toRfc3339 } from '../core/instant.ts'
import type { Clock } from '../engine/model/ports.ts'
import { VERSION } from '../project.ts'
import { describeFiles, printManifest } from './backup-manifest.ts'
import { OUTSIDE } from './migration-copies.ts'

/**
 * Makes a backup: copies a data directory, with or without a running server, into a new folder of `out`, which receives
 * its final name once it is complete and durable. Removes the oldest backups beyond `keep`.
 */
export const makeBackup = async (order: BackupOrder, source: BackupSource): Promise<MadeBackup> => {
  refusePlaces(order.dataDir, resolve(order.out))
  return writeBackup(order, source)
}

export interface BackupSource {
  readonly clock: Clock
  /** Returns whether a server is running on the data directory. */
  readonly isServed: () => boolean
}

/**
 * Makes a backup without the checks of `makeBackup`: `out` may be a folder of the data directory that backups exclude.
 */
export const writeBackup = async (order: BackupOrder, { clock, isServed }: BackupSource): Promise<MadeBackup> => {
  const { keep } = order
  const out = resolve(order.out)
  const atMs = clock()
  const name = `plimsoll-${toRfc3339(atMs).replace(/[-:.]/g, '')}`
  const [path, made] = [join(out, name), join(out, `.${name}.${process.pid}`)]
  try {
    mkdirSync(out, { recursive: true, mode: 0o700 })
    removeUnfinished(out)
    mkdirSync(made, { mode: 0o700 })
    const { audit, stores } = await copyAll(order, made, isServed)
    const files = await describeFiles(made)
    const manifest = { format: 1, version: VERSION, node: process.version, createdAt: toRfc3339(atMs) } as const
    replaceFile(join(made, MANIFEST), printManifest({ ...manifest, withKeys: order.withKeys, audit, stores, files }))
    syncDirectory(made)
    renameSync(made, path)
    syncDirectory(out)
    const removed = keep === null ? [] : removeOldest(out, keep)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return { path, atMs, bytes, files: files.length, entries: audit.size, removed }
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!isSystemError(error)) throw error
    throw new StoreError(
      `The backup in ${out} cannot be written (${errorMessage(error)}). Free disk space or choose another folder with --out.`,
    )
  }
}

const refusePlaces = (dataDir: string, out: string): void => {
  if (!existsSync(join(dataDir, 'identity.sqlite'))) {
    throw new StoreError(
      `${dataDir} is not a data directory: it has no identity.sqlite. Choose another with --data-dir.`,
    )
  }
  if (isWithin(out, resolve(dataDir))) {
    throw new StoreError(
      `${out} is in the data directory. Choose a folder outside of it with --out, best on another disk.`,
    )
  }
}

/** Files that belong to one process, can be derived, contain a password, or record the market beside a paper account. */
const LEFT_OUT =
  /^(lock\.sqlite|owner\.json|engine\.seal|ledger\.snapshot|first-password)|(-wal|-shm|-journal|\.new|\.damaged|\.recording)$/

const KEYS = 'keys.json'
/** Tokens and URLs with passwords, referenced by the settings. */
const SECRETS = 'secrets'

/** Copies everything in an order in which no store refers to an audit entry that is missing in the copy. */
const copyAll = async (
  { dataDir, withKeys }: BackupOrder,
  made: string,
  isServed: () => boolean,
): Promise<Pick<Parameters<typeof printManifest>[0], 'audit' | 'stores'>> => {
  const paths = listFiles(dataDir).filter((path) => withKeys || !(path === KEYS || path.startsWith(SECRETS + sep)))
  const snapshots = fixDatabases(
    dataDir,
    paths.filter((path) => path.endsWith('.sqlite')),
  )
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(made, path)), { recursive: true, mode: 0o700 })
      if (!path.endsWith('.sqlite')) copyIfThere(join(dataDir, path), join(made, path))
    }
    const stores = snapshots.map(({ path, schema, commits }) => ({
      path: relative(dataDir, path),
      schema,
      commits,
    }))
    for (const snapshot of snapshots.toReversed()) {
      await snapshot.copyTo(join(made, relative(dataDir, snapshot.path)))
      snapshot.close()
    }
    const audit = await copyAudit(join(dataDir, AUDIT), join(made, AUDIT), {
      stores: snapshots.flatMap(({ path, commits }) =>
        commits === null ? [] : [{ name: nameStore(path), count: commits }],
      ),
      neededSize: Math.max(0, ...snapshots.map((snapshot) => snapshot.audit?.size ?? 0)),
      isServed,
    })
    return { audit, stores }
  } finally {
    for (const snapshot of snapshots) snapshot.close()
  }
}

const AUDIT = 'audit'
/** Market history, which can be downloaded again. */
const MARKET = 'market'

/** Lists the files to copy besides the audit log, relative to the data directory. */
const listFiles = (dataDir: string): readonly string[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => {
      const isOutside = [AUDIT, MARKET, ...OUTSIDE].some((folder) => path.startsWith(folder + sep))
      if (isOutside || LEFT_OUT.test(basename(path))) return false
      return lstatSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile() === true
    })
    .toSorted()

/** A file that was replaced or removed in the meantime is not part of the copy. */
const copyIfThere = (from: string, to: string): void => {
  if (!existsSync(from)) return
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

/**
 * Opens snapshots of the ledgers before the snapshot of the exchange run by the platform, and of the identity store
 * last: an exchange may be ahead of its ledger, as after a crash, and the identity store must contain every change
 * named by an audit entry.
 */
const fixDatabases = (dataDir: string, paths: readonly string[]): readonly DatabaseSnapshot[] => {
  const rank = (path: string): number => RANKS.indexOf(basename(path))
  const snapshots: DatabaseSnapshot[] = []
  try {
    for (const path of paths.toSorted((one, other) => rank(one) - rank(other))) {
      snapshots.push(openSnapshot(join(dataDir, path)))
    }
    return snapshots
  } catch (error) {
    for (const snapshot of snapshots) snapshot.close()
    throw error
  }
}

const RANKS = ['engine.sqlite', 'exchange.sqlite', 'evidence.sqlite', 'identity.sqlite']

/** Returns the name of a store in audit entries. */
const nameStore = (path: string): string =>
  basename(path) === 'identity.sqlite' ? 'identity' : basename(dirname(path))

const COMPLETE = /^plimsoll-\d{8}T\d{9}Z$/
const UNFINISHED = /^\.plimsoll-\d{8}T\d{9}Z\.(\d+)$/

/** Removes the remains of an interrupted backup. */
const removeUnfinished = (out: string): void => {
  for (const name of readdirSync(out)) {
    const pid = Number(UNFINISHED.exec(name)?.[1] ?? 0)
    if (pid > 0 && pid !== process.pid && !isRunning(pid)) rmSync(join(out, name), { recursive: true, force: true })
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const removeOldest = (out: string, keep: number): readonly string[] => {
  const complete = readdirSync(out).filter((name) => COMPLETE.test(name) && existsSync(join(out, name, MANIFEST)))
  const removed = complete.toSorted().slice(0, -keep)
  for (const name of removed) rmSync(join(out, name), { recursive: true })
  return removed
}
