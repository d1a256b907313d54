import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decimal, isDecimal } from '../core/decimal.ts'
import type { Random } from '../core/random.ts'
import { err, ok, type Result } from '../core/result.ts'
import { type Money, moneyOf } from '../domain/account/money.ts'
import { NO_WIRE_FAULTS, parseWireFaultPlan, type WireFaultPlan } from './faults/wire-fault-plan.ts'
import type { LocalExchangeOptions } from './local-exchange.ts'
import type { VenueOptions } from './venue-options.ts'
import { type KeyPermissions, parsePermissions, USUAL_PERMISSIONS } from './wire/permissions.ts'

/** The flags of `venue` as they were typed; only those that were. */
export interface VenueFlags {
  readonly host?: string
  readonly port?: string
  readonly apiKey?: string
  readonly apiSecret?: string
  readonly symbols?: string
  readonly seed?: string
  readonly replay?: string
  readonly speed?: string
  readonly loop?: boolean
  readonly instruments?: string
  readonly faults?: string
  readonly balance?: string
  readonly permissions?: string
  readonly dataDir?: string
  readonly json?: boolean
}

/** What the flags say, checked. */
export interface VenuePlan {
  readonly exchange: Pick<LocalExchangeOptions, 'market' | 'openingBalance'>
  readonly wire: VenueOptions
}

const HOST = '127.0.0.1'
const PORT = 8_781
const SEED = 1
const BALANCE = '10000'

/** Reads the flags; the error names everything that is wrong with them. A key or secret that is not given is drawn. */
export const readVenueFlags = (flags: VenueFlags, random: Random): Result<VenuePlan, string[]> => {
  const faults: string[] = []
  const read = <T>(value: Result<T, string>, otherwise: T): T => {
    if (value.ok) return value.value
    faults.push(value.error)
    return otherwise
  }
  const plan: VenuePlan = {
    exchange: {
      market: read(marketOf(flags), { kind: 'simulated', seed: SEED }),
      openingBalance: read(balanceOf(flags.balance ?? BALANCE), 0n),
    },
    wire: {
      host: flags.host ?? HOST,
      port: read(wholeOf('port', flags.port ?? String(PORT), 65_535), PORT),
      apiKey: flags.apiKey ?? randomText(random),
      apiSecret: flags.apiSecret ?? randomText(random),
      symbols: symbolsOf(flags.symbols ?? ''),
      permissions: read(permissionsOf(flags.permissions), USUAL_PERMISSIONS),
      faults: read(faultsOf(flags.faults), NO_WIRE_FAULTS),
    },
  }
  return faults.length === 0 ? ok(plan) : err(faults)
}

const wholeOf = (name: string, text: string, most: number): Result<number, string> =>
  /^\d{1,16}$/.test(text) && Number(text) <= most
    ? ok(Number(text))
    : err(`--${name} must be a whole number from 0 to ${most}, not '${text}'.`)

const balanceOf = (text: string): Result<Money, string> =>
  isDecimal(text) && Number(text) > 0
    ? ok(moneyOf(decimal(text)))
    : err(`--balance must be a positive amount of USDT, not '${text}'.`)

const symbolsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== '')

const marketOf = (flags: VenueFlags): Result<LocalExchangeOptions['market'], string> => {
  const { replay, seed = String(SEED), speed = '1', loop = false, instruments } = flags
  if (replay === undefined) {
    const read = wholeOf('seed', seed, Number.MAX_SAFE_INTEGER)
    return read.ok ? ok({ kind: 'simulated', seed: read.value }) : read
  }
  if (speed !== 'max' && !(Number(speed) > 0)) return err(`--speed must be 'max' or a positive number, not '${speed}'.`)
  return ok({
    kind: 'replay',
    path: resolve(replay),
    speed: speed === 'max' ? 'max' : Number(speed),
    loop,
    instrumentsPath: instruments === undefined ? undefined : resolve(instruments),
  })
}

const permissionsOf = (text: string | undefined): Result<KeyPermissions, string> => {
  const read = text === undefined ? USUAL_PERMISSIONS : parsePermissions(text)
  if (read) return ok(read)
  return err(
    `--permissions takes names of ${Object.keys(USUAL_PERMISSIONS).join(', ')}, with - before those to take away.`,
  )
}

const faultsOf = (path: string | undefined): Result<WireFaultPlan, string> => {
  if (path === undefined) return ok(NO_WIRE_FAULTS)
  const json = readJson(path)
  if (!json.ok) return json
  const plan = parseWireFaultPlan(json.value)
  return plan.ok
    ? plan
    : err(`The fault plan ${path} cannot be used:\n${plan.error.map((line) => `  ${line}`).join('\n')}`)
}

const readJson = (path: string): Result<unknown, string> => {
  try {
    return ok(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return err(`The fault plan ${path} cannot be read (${reason}). Give a file of JSON with --faults.`)
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 64

const randomText = (random: Random): string =>
  Array.from({ length: KEY_LENGTH }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')
