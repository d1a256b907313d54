import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { assert } from '../core/assert.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { RandomBytes } from './generate-password.ts'

/** Work per hash: `2^logN` blocks of `128·r` bytes, `p` times over. */
export interface ScryptCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 128 MiB a hash, the figure of ASVS 5 and OWASP. */
const SCRYPT_COST: ScryptCost = { logN: 17, r: 8, p: 1 }

const MEMORY_MAX = 160 * 1024 * 1024
/** Each takes 128 MiB, so sign-ins could otherwise use up the machine's memory. */
const HASHES_AT_A_TIME = 2
const HASHES_WAITING = 8
/** Waiting places of those who go first; strangers cannot take them. */
const HASHES_WAITING_FIRST = 8
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Queue priority; `FIRST` has a queue of its own, ahead of every `IN_TURN` caller. */
type Urgency = 'FIRST' | 'IN_TURN'

export type Busy = { readonly kind: 'busy' }

/** Makes and checks password hashes, few at a time; past the waiting ones it answers `busy` and does no work. */
export interface PasswordHasher {
  hash(password: string): Promise<Result<string, Busy>>
  /** Takes as long for a missing hash as for a wrong password. */
  verify(password: string, phc: string | undefined, urgency?: Urgency): Promise<Result<boolean, Busy>>
  /** True when `phc` was made with another cost than today's. */
  isOutdated(phc: string): boolean
  /** The current cost, as text. */
  readonly parameters: string
}

export const createPasswordHasher = (randomBytes: RandomBytes, cost: ScryptCost = SCRYPT_COST): PasswordHasher => {
  const take = createTurns()
  return {
    hash: (password) =>
      take(async () => {
        const salt = Buffer.from(randomBytes(SALT_BYTES))
        return printPhc({ cost, salt, hash: await derive(password, salt, cost) })
      }),
    verify: (password, phc, urgency) =>
      take(async () => {
        const known = phc === undefined ? undefined : parsePhc(phc)
        const salt = known?.salt ?? Buffer.from(randomBytes(SALT_BYTES))
        const expected = known?.hash ?? Buffer.from(randomBytes(HASH_BYTES))
        const equal = timingSafeEqual(await derive(password, salt, known?.cost ?? cost), expected)
        return equal && known !== undefined
      }, urgency),
    isOutdated: (phc) => !phc.startsWith(formatPrefix(cost)),
    parameters: `N=2^${cost.logN}, r=${cost.r}, p=${cost.p}`,
  }
}

/** Runs a few jobs at a time and lets a few wait. */
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

const derive = (password: string, salt: Buffer, { logN, r, p }: ScryptCost): Promise<Buffer> => {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: MEMORY_MAX }
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

interface Phc {
  readonly cost: ScryptCost
  readonly salt: Buffer
  readonly hash: Buffer
}

const formatPrefix = ({ logN, r, p }: ScryptCost): string => `$scrypt$ln=${logN},r=${r},p=${p}$`

const withoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const printPhc = ({ cost, salt, hash }: Phc): string =>
  `${formatPrefix(cost)}${withoutPadding(salt)}$${withoutPadding(hash)}`

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

const parsePhc = (text: string): Phc => {
  const [, logN, r, p, salt = '', hash = ''] = PHC.exec(text) ?? []
  assert(hash !== '', 'a stored password hash is not a scrypt PHC string')
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
