import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage } from '../../core/errors.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type ExchangeKeys, hideKeys } from './exchange-keys.ts'
import { type KeyEntry, type KeyHint, maskKey, parseEntry, toHint } from './key-entry.ts'
import { fileFault, type KeyFault, keyFault } from './key-fault.ts'
import { readOwned } from './read-owned.ts'
import { type Entropy, SCRYPT_COST, type ScryptCost, seal, unseal } from './seal.ts'
import type { Secret } from './secret.ts'

/** Keys that are to be kept. */
export interface KeyOrder {
  readonly exchange: string
  readonly label: string
  readonly keys: ExchangeKeys
  readonly atMs: Instant
  readonly entropy: Entropy
}

/** The keys of a data directory, one entry an exchange, each sealed for itself. */
export interface Keyring {
  readonly path: string
  /** Returns whose keys are stored; requires no passphrase. */
  list(): Result<readonly KeyHint[], KeyFault>
  /** The entry as it will be in the file. Nothing is kept yet. */
  seal(order: KeyOrder, passphrase: Secret): Promise<KeyEntry>
  /** Stores an entry, durable when it returns; `replaces` allows replacing one of this exchange. */
  put(entry: unknown, replaces: boolean): Result<KeyHint, KeyFault>
  /** Seals and keeps, where there is none of this exchange yet. */
  add(order: KeyOrder, passphrase: Secret): Promise<Result<KeyHint, KeyFault>>
  remove(exchange: string): Result<KeyHint, KeyFault>
  open(exchange: string, passphrase: Secret): Promise<Result<ExchangeKeys, KeyFault>>
}

/** Opens the keyring; nothing is read before it is needed. `cost` is used for new seals; each keeps its own. */
export const openKeyring = (dataDir: string, cost: ScryptCost = SCRYPT_COST): Keyring => {
  const path = keyFileIn(dataDir)
  const sealEntry = (order: KeyOrder, passphrase: Secret) => createEntry(order, passphrase, cost)
  const put = (entry: unknown, replaces: boolean) => putEntry(path, entry, replaces)
  return {
    path,
    list() {
      const read = readKeyFile(path)
      return read.ok ? ok(read.value.map(toHint)) : read
    },
    seal: sealEntry,
    put,
    add: async (order, passphrase) => put(await sealEntry(order, passphrase), false),
    remove: (exchange) => removeEntry(path, exchange),
    open: (exchange, passphrase) => openEntry(path, exchange, passphrase),
  }
}

const createBond = (exchange: string): string => `plimsoll-keys/${FORMAT_VERSION}/${exchange}`

const createEntry = async (order: KeyOrder, passphrase: Secret, cost: ScryptCost): Promise<KeyEntry> => {
  const { exchange, label, keys, atMs, entropy } = order
  const { apiKey, secret, password } = keys
  const text = JSON.stringify({ apiKey, secret, password })
  const sealed = await seal(text, { passphrase, bond: createBond(exchange), cost, entropy })
  return { exchange, label, apiKey: maskKey(apiKey), createdAt: toRfc3339(atMs), sealed }
}

const putEntry = (path: string, value: unknown, replaces: boolean): Result<KeyHint, KeyFault> => {
  const entry = parseEntry(value)
  if (!entry) return err(keyFault('KEY_MALFORMED', 'This is no entry of a keys file.', 'Use plimsoll keys add.'))
  const read = readKeyFile(path)
  if (!read.ok) return read
  const { exchange } = entry
  const others = read.value.filter((stored) => stored.exchange !== exchange)
  if (others.length < read.value.length && !replaces) return err(exists(exchange))
  const written = writeKeyFile(path, [...others, entry])
  return written.ok ? ok(toHint(entry)) : written
}

const removeEntry = (path: string, exchange: string): Result<KeyHint, KeyFault> => {
  const read = readKeyFile(path)
  if (!read.ok) return read
  const gone = read.value.find((stored) => stored.exchange === exchange)
  if (!gone) return err(missing(exchange))
  const written = writeKeyFile(
    path,
    read.value.filter((stored) => stored !== gone),
  )
  return written.ok ? ok(toHint(gone)) : written
}

const openEntry = async (
  path: string,
  exchange: string,
  passphrase: Secret,
): Promise<Result<ExchangeKeys, KeyFault>> => {
  const read = readKeyFile(path)
  if (!read.ok) return read
  const entry = read.value.find((stored) => stored.exchange === exchange)
  if (!entry) return err(missing(exchange))
  const opened = await unseal(entry.sealed, passphrase, createBond(exchange))
  if (opened.ok) return ok(hideKeys(JSON.parse(opened.value) as ExchangeKeys))
  return err(opened.error === 'tampered' ? tampered(path, exchange) : wrongPassphrase(exchange))
}

const exists = (exchange: string): KeyFault =>
  keyFault('KEY_EXISTS', `There are keys of ${exchange} already.`, 'To put these in their place: --replace.')

const missing = (exchange: string): KeyFault =>
  keyFault('KEY_MISSING', `There are no keys of ${exchange}.`, `Add them: plimsoll keys add --exchange ${exchange}.`)

const tampered = (path: string, exchange: string): KeyFault =>
  keyFault(
    'KEY_TAMPERED',
    `The keys of ${exchange} in ${path} were changed since they were sealed.`,
    'Put the file back from a backup, or make new keys at the exchange and add them with --replace.',
  )

const wrongPassphrase = (exchange: string): KeyFault =>
  keyFault(
    'PASSPHRASE_WRONG',
    `The passphrase does not open the keys of ${exchange}.`,
    'Give the one they were added with; if it is lost, add the keys again with --replace.',
  )

/** The form of the file, and part of what every seal is bound to. */
const FORMAT_VERSION = 1

const keyFileIn = (dataDir: string): string => join(dataDir, 'keys.json')

/** All entries; none when there is no file. */
const readKeyFile = (path: string): Result<readonly KeyEntry[], KeyFault> => {
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
const writeKeyFile = (path: string, keys: readonly KeyEntry[]): Result<void, KeyFault> => {
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
    const reason = errorMessage(error)
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
