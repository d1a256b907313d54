/**
 * Copies of a data directory made before schema migrations: lists and removes them, and names the folders that backups
 * and migrations leave out.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from '../adapters/store/disk.ts'
import { MANIFEST } from '../cli/backup-parts.ts'
import { isRecord, parseJson } from '../core/json.ts'

/** Lists the complete copies of a data directory, oldest first. */
export const listCopies = (dataDir: string): readonly MigrationCopy[] => {
  const folder = join(dataDir, COPIES)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('plimsoll-') && existsSync(join(folder, name, MANIFEST)))
    .toSorted()
    .map((name) => ({ path: join(folder, name), stores: readStores(join(folder, name)) }))
}

/** Folder of a data directory with the copies made before migrations. */
export const COPIES = 'before-migration'
/** Folder of a data directory with what the last rollback replaced. */
export const REPLACED = 'replaced-by-rollback'
/** Folders of a rollback in progress: while its copy is written, and once the copy is complete. */
export const ROLLBACK_MADE = '.rollback'
export const ROLLBACK_READY = '.rollback-ready'

/** Folders of a data directory that belong to no account: excluded from backups and migrations. */
export const OUTSIDE: readonly string[] = [COPIES, REPLACED, ROLLBACK_MADE, ROLLBACK_READY]

/** A copy made before a migration. */
export interface MigrationCopy {
  readonly path: string
  /** Schema and commits of each database in the copy. */
  readonly stores: readonly CopiedStore[]
}

interface CopiedStore {
  readonly path: string
  readonly schema: number
  readonly commits: number
}

/**
 * Removes a copy. Its manifest is removed first, so that the remains of an interrupted removal do not count as a copy.
 */
export const removeCopy = ({ path }: MigrationCopy): void => {
  rmSync(join(path, MANIFEST), { force: true })
  rmSync(path, { recursive: true, force: true })
}

const readStores = (path: string): readonly CopiedStore[] => {
  const manifest = parseJson(readIfThere(join(path, MANIFEST))?.toString() ?? '')
  if (!isRecord(manifest) || !Array.isArray(manifest.stores)) return []
  return manifest.stores.filter(isRecord).map(({ path, schema, commits }) => ({
    path: String(path),
    schema: Number(schema),
    commits: Number(commits ?? 0),
  }))
}
