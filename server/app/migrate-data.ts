/**
 * Schema migration of a data directory: plans it with the required space, copies the data first, and migrates each
 * database.
 */

import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { readFreeBytes } from '../adapters/store/disk.ts'
import { migrateStore, readSchemas, type StoredSchema } from '../adapters/store/schemas.ts'
import { findDamage } from '../adapters/store/sqlite/database.ts'
import { StoreError, UPDATE } from '../adapters/store/sqlite/store-error.ts'
import { MANIFEST, type MigrationPlan } from '../cli/backup-parts.ts'
import { formatMebibytes } from '../cli/print.ts'
import type { Clock } from '../engine/model/ports.ts'
import { verifyManifest } from './backup-manifest.ts'
import { writeBackup } from './make-backup.ts'
import { COPIES, listCopies, type MigrationCopy, OUTSIDE, ROLLBACK_READY, removeCopy } from './migration-copies.ts'

/**
 * Migrates the databases of a locked data directory to the schemas of this program, after a verified copy of the data
 * directory. If the process is killed meanwhile, the next call continues. Throws a `StoreError` and changes no database
 * when the data are newer than the program or there is no space for the copy.
 */
export const migrateData = async (dataDir: string, clock: Clock): Promise<MigrationPlan> => {
  removeIncomplete(dataDir)
  const plan = planMigration(dataDir)
  if (plan.refusal !== null) throw new StoreError(plan.refusal)
  if (plan.due.length === 0) return plan
  if (plan.copy === null) await makeCopy(dataDir, clock)
  for (const store of plan.due) migrateStore(dataDir, store)
  return plan
}

/** Returns what a start would do with the schemas of a data directory. Changes nothing. */
export const planMigration = (dataDir: string): MigrationPlan => {
  const stores = readSchemas(dataDir, OUTSIDE)
  const due = stores.filter(({ stored, needed }) => stored > 0 && stored < needed)
  const copy = findUnfinished(dataDir, stores, due)
  const copyBytes = due.length === 0 || copy ? 0 : sumFiles(dataDir)
  const neededBytes = due.reduce((sum, { bytes }) => sum + bytes, copyBytes)
  const freeBytes = due.length === 0 ? null : measureFreeBytes(dataDir)
  const sizes = { copyBytes, neededBytes, freeBytes }
  const plan = { dataDir, stores, due, copy: copy?.path ?? null, ...sizes }
  return { ...plan, refusal: findRefusal(plan) }
}

const COPIES_MAX = 2

/** Removes the remains of an interrupted copy before the free space is read. */
const removeIncomplete = (dataDir: string): void => {
  const out = join(dataDir, COPIES)
  const names = existsSync(out) ? readdirSync(out) : []
  for (const name of names.filter((name) => !existsSync(join(out, name, MANIFEST)) || name.startsWith('.'))) {
    rmSync(join(out, name), { recursive: true, force: true })
  }
}

const makeCopy = async (dataDir: string, clock: Clock): Promise<void> => {
  const out = join(dataDir, COPIES)
  const order = { dataDir, out, withKeys: false, keep: null }
  const { path } = await writeBackup(order, { clock, isServed: () => false })
  const faults = [...(await verifyManifest(path)), ...findDamaged(path)]
  if (faults.length > 0) {
    throw new StoreError(
      `The copy made before the migration is faulty, and nothing was migrated. ${faults.join(' ')} Check the data: plimsoll doctor.`,
    )
  }
  for (const copy of listCopies(dataDir).slice(0, -COPIES_MAX)) removeCopy(copy)
}

const findDamaged = (copy: string): readonly string[] =>
  readSchemas(copy, []).flatMap(({ path }) => {
    const url = pathToFileURL(join(copy, path))
    // A plain connection would add files to the copy.
    url.searchParams.set('immutable', '1')
    const database = new DatabaseSync(url, { readOnly: true })
    try {
      const damage = findDamage(database)
      return damage === null ? [] : [`${path} is damaged: ${damage}.`]
    } finally {
      database.close()
    }
  })

/**
 * Returns the copy of an interrupted migration: some databases are migrated, and no other program could write to the
 * rest. A copy is not reused when nothing was migrated after it, since an older program may have continued trading.
 */
const findUnfinished = (
  dataDir: string,
  stores: readonly StoredSchema[],
  due: readonly StoredSchema[],
): MigrationCopy | undefined => {
  const newest = listCopies(dataDir).at(-1)
  if (!newest || due.length === 0) return undefined
  const copied = new Map(newest.stores.map(({ path, schema }) => [path, schema]))
  const isRestUnchanged = due.every(({ path, stored }) => copied.get(path) === stored)
  const isBegun = stores.some(({ path, stored }) => stored > (copied.get(path) ?? stored))
  return isRestUnchanged && isBegun ? newest : undefined
}

const findRefusal = (plan: Omit<MigrationPlan, 'refusal'>): string | null => {
  const { dataDir, stores, neededBytes, freeBytes, copy } = plan
  if (existsSync(join(dataDir, ROLLBACK_READY))) {
    return `A rollback of ${dataDir} was interrupted. Finish it: plimsoll rollback --data-dir ${dataDir}`
  }
  const newer = stores.find(({ stored, needed }) => stored > needed)
  if (newer) {
    const rollback = listCopies(dataDir).length > 0 ? `, or go back: plimsoll rollback --data-dir ${dataDir}` : ''
    return (
      `${join(dataDir, newer.path)} was written by a newer version (schema ${newer.stored}, this program knows ` +
      `${newer.needed}). ${UPDATE}${rollback}`
    )
  }
  if (freeBytes === null || freeBytes >= neededBytes) return null
  const purpose = copy === null ? 'a copy of the data and the migration' : 'the migration'
  return (
    `${dataDir} needs ${formatMebibytes(neededBytes)} for ${purpose}, and ${formatMebibytes(freeBytes)} are free. ` +
    'Free disk space and start again; nothing was changed.'
  )
}

/** Market history, which copies exclude. */
const MARKET = 'market'

const sumFiles = (dataDir: string): number => {
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  const copied = paths.filter((path) => ![...OUTSIDE, MARKET].includes(path.split(sep)[0] ?? ''))
  return copied.reduce((sum, path) => {
    const stat = lstatSync(join(dataDir, path), { throwIfNoEntry: false })
    return stat?.isFile() ? sum + stat.size : sum
  }, 0)
}

const measureFreeBytes = (dataDir: string): number => {
  const directory = existsSync(dataDir) ? dataDir : dirname(resolve(dataDir))
  const freeBytes = readFreeBytes(directory)
  if (freeBytes === null) throw new StoreError(`The free space of ${directory} cannot be read. Check its disk.`)
  return freeBytes
}
