import { isRecord } from '../../core/json.ts'
import { computeMemory, type ScryptCost, SEAL_BYTES, type Sealed } from './seal.ts'

/** Non-secret description of stored keys. */
export interface KeyHint {
  readonly exchange: string
  /** The owner's own name for them. */
  readonly label: string
  /** The ends of the key, to know it again by. */
  readonly apiKey: string
  readonly createdAt: string
}

/** One entry of the keys file. */
export interface KeyEntry extends KeyHint {
  readonly sealed: Sealed
}

export const toHint = ({ exchange, label, apiKey, createdAt }: KeyEntry): KeyHint => ({
  exchange,
  label,
  apiKey,
  createdAt,
})

const ENDS = 4
const VISIBLE_FROM = 16

/** `abcd…wxyz`; of a short one nothing. */
export const maskKey = (apiKey: string): string =>
  apiKey.length < VISIBLE_FROM ? '…' : `${apiKey.slice(0, ENDS)}…${apiKey.slice(-ENDS)}`

/** The entry, if it is one and its seal can be tried with a sane effort; undefined otherwise. */
export const parseEntry = (value: unknown): KeyEntry | undefined => {
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

/** Never a number for what is no count. */
const toCount = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : Number.NaN
