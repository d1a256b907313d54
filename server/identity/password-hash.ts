/** Password hashes: Argon2id for new ones, scrypt accepted from earlier versions, computed a few at a time. */

import { argon2, scrypt, timingSafeEqual } from 'node:crypto'
import { assert } from '../core/assert.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { RandomBytes } from './password-policy.ts'

/** Creates and verifies password hashes; returns `busy` when its queue is full. */
export interface PasswordHasher {
  hash(password: string): Promise<Result<string, Busy>>
  /** Verifies a password; takes equally long for a missing hash and for a wrong password. */
  verify(password: string, phc: string | undefined, urgency?: Urgency): Promise<Result<boolean, Busy>>
  /** Returns whether a hash was made with another function or cost than the current one. */
  isOutdated(phc: string): boolean
  /** Current cost, as a string. */
  readonly parameters: string
}

/** Work per Argon2id hash (RFC 9106): memory in KiB, passes over it, and lanes. */
export interface Argon2Cost {
  readonly memoryKiB: number
  readonly passes: number
  readonly parallelism: number
}

/**
 * Default cost, 46 MiB per hash: the first recommendation of OWASP's Password Storage Cheat Sheet and of ASVS 5,
 * appendix C.
 */
const ARGON2_COST: Argon2Cost = { memoryKiB: 47_104, passes: 1, parallelism: 1 }

/** Work per scrypt hash, which earlier versions stored: `2^logN` blocks of `128·r` bytes, `p` times over. */
interface ScryptCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

const SCRYPT_MEMORY_MAX = 160 * 1024 * 1024
/** Maximum number of concurrent hashes, so that sign-ins cannot exhaust the memory. */
const HASHES_AT_A_TIME = 2
const HASHES_WAITING = 8
/** Queue size for priority callers; others cannot use it. */
const HASHES_WAITING_FIRST = 8
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Queue priority; `FIRST` has a separate queue, ahead of every `IN_TURN` caller. */
type Urgency = 'FIRST' | 'IN_TURN'

export type Busy = { readonly kind: 'busy' }

export const createPasswordHasher = (randomBytes: RandomBytes, cost: Argon2Cost = ARGON2_COST): PasswordHasher => {
  const take = createTurns()
  const derive = deriveArgon2(cost)
  return {
    hash: (password) =>
      take(async () => {
        const salt = Buffer.from(randomBytes(SALT_BYTES))
        return formatPrefix(cost) + [salt, await derive(password, salt)].map(withoutPadding).join('$')
      }),
    verify: (password, phc, urgency) =>
      take(async () => {
        const known = phc === undefined ? undefined : parsePhc(phc)
        const salt = known?.salt ?? Buffer.from(randomBytes(SALT_BYTES))
        const expected = known?.hash ?? Buffer.from(randomBytes(HASH_BYTES))
        const derived = await (known?.derive ?? derive)(password, salt)
        const equal = timingSafeEqual(derived, expected)
        return equal && known !== undefined
      }, urgency),
    isOutdated: (phc) => !phc.startsWith(formatPrefix(cost)),
    parameters: formatCost(cost),
  }
}

/** Runs a few jobs at a time and queues a few more. */
const createTurns = () => {
  let running = 0
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { FIRST: [], IN_TURN: [] }
  const places: Readonly<Record<Urgency, number>> = { FIRST: HASHES_WAITING_FIRST, IN_TURN: HASHES_WAITING }
  return async <T>(job: () => Promise<T>, urgency: Urgency = 'IN_TURN'): Promise<Result<T, Busy>> => {
    if (running === HASHES_AT_A_TIME) {
      const queue = waiting[urgency]
      if (queue.length === places[urgency]) return err({ kind: 'busy' })
      await new Promise<void>((resolve) => void queue.push(resolve))
    } else running++
    try {
      return ok(await job())
    } finally {
      const next = waiting.FIRST.shift() ?? waiting.IN_TURN.shift()
      if (next) next()
      else running--
    }
  }
}

type Derive = (password: string, salt: Buffer) => Promise<Buffer>

const deriveArgon2 =
  ({ memoryKiB: memory, passes, parallelism }: Argon2Cost): Derive =>
  (password, salt) =>
    new Promise((resolve, reject) => {
      const parameters = { message: password, nonce: salt, memory, passes, parallelism, tagLength: HASH_BYTES }
      argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
    })

const deriveScrypt =
  ({ logN, r, p }: ScryptCost): Derive =>
  (password, salt) =>
    new Promise((resolve, reject) => {
      const options = { N: 2 ** logN, r, p, maxmem: SCRYPT_MEMORY_MAX }
      scrypt(password, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
    })

const formatCost = ({ memoryKiB, passes, parallelism }: Argon2Cost): string =>
  `m=${memoryKiB},t=${passes},p=${parallelism}`

const formatPrefix = (cost: Argon2Cost): string => `$argon2id$v=19$${formatCost(cost)}$`

const withoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A stored hash: salt, value and hash function. */
interface Phc {
  readonly salt: Buffer
  readonly hash: Buffer
  readonly derive: Derive
}

const VALUES = /\$(?<salt>[A-Za-z0-9+/]{22})\$(?<hash>[A-Za-z0-9+/]{43})$/.source
const ARGON2_PHC = new RegExp(`^\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=(\\d{1,2})${VALUES}`)
const SCRYPT_PHC = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})${VALUES}`)

/** Parses a PHC string: https://github.com/P-H-C/phc-string-format. */
const parsePhc = (text: string): Phc => {
  const argon2id = ARGON2_PHC.exec(text)
  const known = argon2id ?? SCRYPT_PHC.exec(text)
  assert(known, 'a stored password hash must be a PHC string of Argon2id or scrypt')
  const [first = 0, second = 0, third = 0] = known.slice(1, 4).map(Number)
  const { salt = '', hash = '' } = known.groups ?? {}
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    derive: argon2id
      ? deriveArgon2({ memoryKiB: first, passes: second, parallelism: third })
      : deriveScrypt({ logN: first, r: second, p: third }),
  }
}
