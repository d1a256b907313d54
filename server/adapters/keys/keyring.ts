import { type Instant, toRfc3339 } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type ExchangeKeys, hideKeys } from './exchange-keys.ts'
import { type KeyEntry, type KeyHint, maskKey, parseEntry, toHint } from './key-entry.ts'
import { type KeyFault, keyFault } from './key-fault.ts'
import { FORMAT_VERSION, keyFileIn, readKeyFile, writeKeyFile } from './key-file.ts'
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
