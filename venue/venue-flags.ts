/** Flags of the command `venue`, which runs the local exchange: parsed, validated, and completed with defaults. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decimal, isDecimal } from '../server/core/decimal.ts'
import { errorMessage } from '../server/core/errors.ts'
import type { Random } from '../server/core/random.ts'
import { err, ok, type Result } from '../server/core/result.ts'
import { type Money, toMoney } from '../server/domain/account/money.ts'
import type { BinanceOptions } from './binance/binance-state.ts'
import { parsePermissions, USUAL_PERMISSIONS } from './binance/rest/auth.ts'
import type { BybitOptions } from './bybit/bybit-state.ts'
import { PERMISSION_NAMES, parseBybitPermissions, USUAL_BYBIT_PERMISSIONS } from './bybit/rest/auth.ts'
import { NO_WIRE_FAULTS, parseWireFaultPlan, type WireFaultPlan } from './exchange/faults/wire-fault-plan.ts'
import type { LocalExchangeOptions } from './local-exchange.ts'

/** Parses the flags; the error lists every invalid one. A missing key or secret is generated. */
export const readVenueFlags = (flags: VenueFlags, random: Random): Result<VenuePlan, string[]> => {
  const faults: string[] = []
  const read: Read = (value, otherwise) => {
    if (value.ok) return value.value
    faults.push(value.error)
    return otherwise
  }
  const plan: VenuePlan = {
    exchange: {
      market: read(readMarket(flags), { kind: 'simulated', seed: SEED }),
      openingBalance: read(parseBalance(flags.balance ?? BALANCE), 0n),
    },
    wire: readWire(flags, random, read),
  }
  return faults.length === 0 ? ok(plan) : err(faults)
}

/** Flags of `venue` as typed. */
export interface VenueFlags {
  readonly wire?: string
  readonly host?: string
  readonly port?: string
  readonly apiKey?: string
  readonly apiSecret?: string
  readonly symbols?: string
  readonly seed?: string
  readonly historyDays?: string
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

/** API to serve, and its deviations from the defaults. */
export type WirePlan = ({ readonly kind: 'binance' } & BinanceOptions) | ({ readonly kind: 'bybit' } & BybitOptions)

/** The checked flags. */
export interface VenuePlan {
  readonly exchange: Pick<LocalExchangeOptions, 'market' | 'openingBalance'>
  readonly wire: WirePlan
}

const HOST = '127.0.0.1'
const PORT = 8_781
const SEED = 1
const HISTORY_DAYS_MAX = 30
const BALANCE = '10000'

/** Returns a parsed value, or records the error and returns `otherwise`. */
type Read = <T>(value: Result<T, string>, otherwise: T) => T

const readWire = (flags: VenueFlags, random: Random, read: Read): WirePlan => {
  const { wire = 'binance', permissions } = flags
  const shared = {
    host: flags.host ?? HOST,
    port: read(parseWhole('port', flags.port ?? String(PORT), 65_535), PORT),
    apiKey: flags.apiKey ?? randomText(random),
    apiSecret: flags.apiSecret ?? randomText(random),
    symbols: parseSymbols(flags.symbols ?? ''),
    faults: read(readFaults(flags.faults), NO_WIRE_FAULTS),
  }
  if (wire === 'bybit') {
    const granted = readPermissions(permissions, parseBybitPermissions, PERMISSION_NAMES)
    return { kind: 'bybit', ...shared, permissions: read(granted, undefined) ?? USUAL_BYBIT_PERMISSIONS }
  }
  if (wire !== 'binance') read(err(`--wire must be 'binance' or 'bybit', not '${wire}'.`), undefined)
  const granted = readPermissions(permissions, parsePermissions, Object.keys(USUAL_PERMISSIONS))
  return { kind: 'binance', ...shared, permissions: read(granted, undefined) ?? USUAL_PERMISSIONS }
}

const parseWhole = (name: string, text: string, most: number, least = 0): Result<number, string> =>
  /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? ok(Number(text))
    : err(`--${name} must be a whole number from ${least} to ${most}, not '${text}'.`)

const parseBalance = (text: string): Result<Money, string> =>
  isDecimal(text) && Number(text) > 0
    ? ok(toMoney(decimal(text)))
    : err(`--balance must be a positive amount of USDT, not '${text}'.`)

const parseSymbols = (text: string): readonly string[] =>
  text
    .split(',')
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== '')

const readMarket = (flags: VenueFlags): Result<LocalExchangeOptions['market'], string> => {
  const { replay, speed = '1', loop = false, instruments } = flags
  if (replay === undefined) return readSimulated(flags)
  if (speed !== 'max' && !(Number(speed) > 0)) return err(`--speed must be 'max' or a positive number, not '${speed}'.`)
  return ok({
    kind: 'replay',
    path: resolve(replay),
    speed: speed === 'max' ? 'max' : Number(speed),
    loop,
    instrumentsPath: instruments === undefined ? undefined : resolve(instruments),
  })
}

const readSimulated = ({
  seed = String(SEED),
  historyDays,
}: VenueFlags): Result<LocalExchangeOptions['market'], string> => {
  const number = parseWhole('seed', seed, Number.MAX_SAFE_INTEGER)
  if (!number.ok) return number
  const days = historyDays === undefined ? ok(undefined) : parseWhole('history-days', historyDays, HISTORY_DAYS_MAX, 1)
  return days.ok ? ok({ kind: 'simulated', seed: number.value, historyDays: days.value }) : days
}

const readPermissions = <T>(
  text: string | undefined,
  parse: (text: string) => T | undefined,
  names: readonly string[],
): Result<T | undefined, string> => {
  const read = text === undefined ? undefined : parse(text)
  if (text === undefined || read !== undefined) return ok(read)
  return err(`--permissions takes names from ${names.join(', ')}; a leading - removes a permission.`)
}

const readFaults = (path: string | undefined): Result<WireFaultPlan, string> => {
  if (path === undefined) return ok(NO_WIRE_FAULTS)
  const json = readJson(path)
  if (!json.ok) return json
  const plan = parseWireFaultPlan(json.value)
  return plan.ok ? plan : err(`The fault plan ${path} is invalid:\n${plan.error.map((line) => `  ${line}`).join('\n')}`)
}

const readJson = (path: string): Result<unknown, string> => {
  try {
    return ok(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const reason = errorMessage(error)
    return err(`The fault plan ${path} cannot be read (${reason}). Specify a JSON file with --faults.`)
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 64

const randomText = (random: Random): string =>
  Array.from({ length: KEY_LENGTH }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')
