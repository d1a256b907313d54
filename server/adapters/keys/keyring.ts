import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage } from '../../core/errors.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import { isRecord } from '../../core/json.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type ExchangeKeys, hideKeys, type Secret } from './exchange-keys.ts'
import { fileFault, type KeyFault, keyFault, readOwned } from './key-fault.ts'
import {
  computeMemory,
  type Entropy,
  SCRYPT_COST,
  type ScryptCost,
  SEAL_BYTES,
  type Sealed,
  seal,
  unseal,
} from './seal.ts'

/**
 * Opens the keyring of a data directory: the file of encrypted exchange keys, which it lists, adds, removes and
 * decrypts. The file is read only when needed. `cost` applies only to new entries.
 */
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
    identify(exchange) {
      const read = readKeyFile(path)
      if (!read.ok) return read
      const entry = read.value.find((stored) => stored.exchange === exchange)
      return ok(entry ? { apiKey: entry.apiKey, fingerprint: computeFingerprint(entry) } : null)
    },
    seal: sealEntry,
    put,
    add: async (order, passphrase) => put(await sealEntry(order, passphrase), false),
    remove: (exchange) => removeEntry(path, exchange),
    open: (exchange, passphrase) => openEntry(path, exchange, passphrase),
  }
}

/** Keys to be stored. */
export interface KeyOrder {
  readonly exchange: string
  readonly label: string
  readonly keys: ExchangeKeys
  readonly atMs: Instant
  readonly entropy: Entropy
}

/** Encrypted keys of a data directory, one entry per exchange. */
export interface Keyring {
  readonly path: string
  /** Returns the exchanges and labels of the stored keys; requires no passphrase. */
  list(): Result<readonly KeyHint[], KeyFault>
  /** Identifies the key stored for an exchange, null for none; requires no passphrase. */
  identify(exchange: string): Result<{ readonly apiKey: string; readonly fingerprint: string } | null, KeyFault>
  /** Builds the entry for the file, without storing it. */
  seal(order: KeyOrder, passphrase: Secret): Promise<KeyEntry>
  /** Stores an entry, durable when it returns; `replaces` allows replacing one of this exchange. */
  put(entry: unknown, replaces: boolean): Result<KeyHint, KeyFault>
  /** Seals and stores the key if this exchange has none yet. */
  add(order: KeyOrder, passphrase: Secret): Promise<Result<KeyHint, KeyFault>>
  remove(exchange: string): Result<KeyHint, KeyFault>
  open(exchange: string, passphrase: Secret): Promise<Result<ExchangeKeys, KeyFault>>
}

/** Returns the SHA-256 digest of a sealed key, which changes whenever the key is stored again. */
const computeFingerprint = ({ exchange, sealed: { salt, iv, tag, text } }: KeyEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([exchange, salt, iv, tag, text]))
    .digest('hex')

/** Returns the context that a seal is bound to. */
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
  if (!entry) return err(keyFault('KEY_MALFORMED', 'This is not an entry of a keys file.', 'Use plimsoll keys add.'))
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
  keyFault('KEY_EXISTS', `Keys of ${exchange} are already stored.`, 'To replace them: --replace.')

const missing = (exchange: string): KeyFault =>
  keyFault('KEY_MISSING', `There are no keys of ${exchange}.`, `Add them: plimsoll keys add --exchange ${exchange}.`)

const tampered = (path: string, exchange: string): KeyFault =>
  keyFault(
    'KEY_TAMPERED',
    `The keys of ${exchange} in ${path} were changed after they were encrypted.`,
    'Restore the file from a backup, or create new keys at the exchange and add them with --replace.',
  )

const wrongPassphrase = (exchange: string): KeyFault =>
  keyFault(
    'PASSPHRASE_WRONG',
    `The passphrase does not decrypt the keys of ${exchange}.`,
    'Specify the one they were added with; if it is lost, add the keys again with --replace.',
  )

/** Version of the file format, to which every seal is bound. */
const FORMAT_VERSION = 1

const keyFileIn = (dataDir: string): string => join(dataDir, 'keys.json')

/** Returns all entries; none when there is no file. */
const readKeyFile = (path: string): Result<readonly KeyEntry[], KeyFault> => {
  const read = readOwned('KEYS_FILE', path)
  if (!read.ok) return read
  return read.value === undefined ? ok([]) : parseKeyFile(path, read.value)
}

const parseKeyFile = (path: string, text: string): Result<readonly KeyEntry[], KeyFault> => {
  const { version, keys } = readJson(text)
  if (typeof version === 'number' && version > FORMAT_VERSION) return err(newer(path, version))
  if (version !== FORMAT_VERSION || !Array.isArray(keys))
    return err(malformed(path, 'does not have the format of a keys file'))
  const entries: KeyEntry[] = []
  for (const [index, value] of keys.entries()) {
    const entry = parseEntry(value)
    if (!entry) return err(malformed(path, `has an incomplete entry, number ${index + 1}`))
    if (entries.some(({ exchange }) => exchange === entry.exchange))
      return err(malformed(path, `has two entries for ${entry.exchange}`))
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
  keyFault('KEYS_FILE_NEWER', `The keys file ${path} has a newer format, ${version}.`, 'Update this program.')

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

/** Deletes the remains of a failed write. They are encrypted, so a failure to delete them is ignored. */
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

/** Makes the renamed file durable; Windows does so automatically and has no call for it. */
const syncDirectory = (directory: string): void => {
  if (process.platform === 'win32') return
  const opened = openSync(directory, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Non-secret description of stored keys. */
interface KeyHint {
  readonly exchange: string
  /** The owner's own name for them. */
  readonly label: string
  /** First and last characters of the key. */
  readonly apiKey: string
  readonly createdAt: string
}

/** One entry of the keys file. */
interface KeyEntry extends KeyHint {
  readonly sealed: Sealed
}

const toHint = ({ exchange, label, apiKey, createdAt }: KeyEntry): KeyHint => ({
  exchange,
  label,
  apiKey,
  createdAt,
})

const ENDS = 4
const VISIBLE_FROM = 16

/** Returns the key as `abcd…wxyz`; a short key is masked completely. */
const maskKey = (apiKey: string): string =>
  apiKey.length < VISIBLE_FROM ? '…' : `${apiKey.slice(0, ENDS)}…${apiKey.slice(-ENDS)}`

/** Returns an entry of the file; undefined when it is invalid, or the cost of its seal is out of bounds. */
const parseEntry = (value: unknown): KeyEntry | undefined => {
  if (!isRecord(value)) return undefined
  const { exchange, label, apiKey, createdAt, sealed } = value
  const isEntry = isName(exchange) && isName(label) && isName(apiKey) && isInstant(createdAt)
  const parsed = parseSealed(sealed)
  return isEntry && parsed ? { exchange, label, apiKey, createdAt, sealed: parsed } : undefined
}

const NAME_MAX = 64

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= NAME_MAX && !/\p{Cc}/u.test(value)

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const parseSealed = (value: unknown): Sealed | undefined => {
  if (!isRecord(value)) return undefined
  const { salt, check, iv, tag, text } = value
  const kdf = parseKdf(value.kdf)
  const isWhole =
    isBytes(salt, SEAL_BYTES.salt) &&
    isBytes(check, SEAL_BYTES.check) &&
    isBytes(iv, SEAL_BYTES.iv) &&
    isBytes(tag, SEAL_BYTES.tag) &&
    isBytes(text, undefined)
  return kdf && isWhole ? { kdf, salt, check, iv, tag, text } : undefined
}

const isBytes = (value: unknown, size: number | undefined): value is string => {
  if (typeof value !== 'string') return false
  const bytes = Buffer.from(value, 'base64')
  return bytes.toString('base64') === value && (size === undefined || bytes.length === size)
}

const MEMORY_MAX = 2 ** 30 + 2 ** 20
const LANES_MAX = 16

const parseKdf = (value: unknown): Sealed['kdf'] | undefined => {
  if (!isRecord(value) || value.name !== 'scrypt') return undefined
  const [N, r, p] = [toCount(value.N), toCount(value.r), toCount(value.p)]
  const cost: ScryptCost = { N, r, p }
  const isSane = Number.isInteger(Math.log2(N)) && N > 1 && p <= LANES_MAX && computeMemory(cost) <= MEMORY_MAX
  return isSane ? { name: 'scrypt', ...cost } : undefined
}

/** Returns a positive integer, or NaN. */
const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : Number.NaN
