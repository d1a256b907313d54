import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { err, ok, type Result } from '../../core/result.ts'
import { type KeyEntry, parseEntry } from './key-entry.ts'
import { fileFault, type KeyFault, keyFault } from './key-fault.ts'
import { readOwned } from './read-owned.ts'

/** The form of the file, and part of what every seal is bound to. */
export const FORMAT_VERSION = 1

export const keyFileIn = (dataDir: string): string => join(dataDir, 'keys.json')

/** All entries; none when there is no file. */
export const readKeyFile = (path: string): Result<readonly KeyEntry[], KeyFault> => {
  const read = readOwned('KEYS_FILE', path)
  if (!read.ok) return read
  return read.value === undefined ? ok([]) : parseKeyFile(path, read.value)
}

const parseKeyFile = (path: string, text: string): Result<readonly KeyEntry[], KeyFault> => {
  const { version, keys } = readJson(text)
  if (typeof version === 'number' && version > FORMAT_VERSION) return err(newer(path, version))
  if (version !== FORMAT_VERSION || !Array.isArray(keys)) return err(malformed(path, 'is not as it is written here'))
  const entries: KeyEntry[] = []
  for (const [index, value] of keys.entries()) {
    const entry = parseEntry(value)
    if (!entry) return err(malformed(path, `has an entry that is not whole, number ${index + 1}`))
    if (entries.some(({ exchange }) => exchange === entry.exchange))
      return err(malformed(path, `has two entries of ${entry.exchange}`))
    entries.push(entry)
  }
  return ok(entries)
}

const readJson = (text: string): { readonly version?: unknown; readonly keys?: unknown } => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const malformed = (path: string, detail: string): KeyFault => fileFault('KEYS_FILE', 'MALFORMED', path, detail)

const newer = (path: string, version: number): KeyFault =>
  keyFault('KEYS_FILE_NEWER', `The keys file ${path} is of a newer form, ${version}.`, 'Update this program.')

/** Replaces the file atomically, readable by its owner only: it has either its old content or these entries. */
export const writeKeyFile = (path: string, keys: readonly KeyEntry[]): Result<void, KeyFault> => {
  const made = `${path}.new`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    rmSync(made, { force: true })
    writeSynced(made, `${JSON.stringify({ version: FORMAT_VERSION, keys }, null, 2)}\n`)
    renameSync(made, path)
    syncDirectory(dirname(path))
    return ok(undefined)
  } catch (error) {
    forget(made)
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The keys file ${path} cannot be written (${reason}).`
    return err(keyFault('KEYS_FILE_NOT_WRITTEN', message, 'Fix the reported system error; nothing was changed.'))
  }
}

/**
 * Deletes the remains of a failed write; they are sealed like the rest, so that a failure to delete them is no further
 * fault.
 */
const forget = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch {}
}

const writeSynced = (path: string, text: string): void => {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes the name itself durable; Windows does so automatically and has no call for it. */
const syncDirectory = (directory: string): void => {
  if (process.platform === 'win32') return
  const opened = openSync(directory, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
