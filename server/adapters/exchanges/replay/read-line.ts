import { err, ok, type Result } from '../../../core/result.ts'
import type { WireLevel, WireLine, WireMessage } from './wire.ts'

/** Reads and checks one line; the error names what is wrong with it. Never throws, whatever the bytes. */
export const readLine = (line: string): Result<WireLine, string> => {
  const space = line.indexOf(' ')
  if (!/^\d{16,19} $/.test(line.slice(0, space + 1))) return err('it does not begin with a receive time in nanoseconds')
  let json: unknown
  try {
    json = JSON.parse(line.slice(space + 1))
  } catch {
    return err('what follows the receive time is not whole JSON')
  }
  if (!isRecord(json)) return err('its JSON is not an object')
  const message = messageOf(json)
  if (message === 'malformed')
    return err(`its ${String(json.e ?? json.stream ?? 'snapshot')} message lacks a field or has one of a wrong type`)
  return ok({ receivedMs: Number(line.slice(0, space)) / 1e6, message })
}

type Json = Record<string, unknown>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const messageOf = (json: Json): WireMessage | undefined | 'malformed' => {
  const combined = typeof json.stream === 'string'
  const data = combined ? json.data : json
  if (!isRecord(data)) return 'malformed'
  if (data.lastUpdateId !== undefined && data.e === undefined) {
    const symbol = combined ? String(json.stream).split('@')[0]?.toUpperCase() : data.symbol
    return checked({ ...data, e: 'snapshot', s: symbol })
  }
  return typeof data.e === 'string' && Object.hasOwn(FIELDS, data.e) ? checked(data) : undefined
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isCount: Check = (value) => Number.isSafeInteger(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isSymbol: Check = (value) => typeof value === 'string' && /^[A-Z0-9_]{1,30}$/.test(value)
const isLevel = (value: unknown): value is WireLevel =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
const isLevels: Check = (value) => Array.isArray(value) && value.every(isLevel)

const FIELDS: Record<WireMessage['e'], Record<string, Check>> = {
  trade: { T: isCount, s: isSymbol, t: isCount, p: isText, q: isText, m: isFlag },
  depthUpdate: { T: isCount, s: isSymbol, U: isCount, u: isCount, pu: isCount, b: isLevels, a: isLevels },
  bookTicker: { T: isCount, s: isSymbol, u: isCount, b: isText, B: isText, a: isText, A: isText },
  markPriceUpdate: { E: isCount, s: isSymbol, p: isText, i: isText, r: isText, T: isCount },
  snapshot: {
    T: isCount,
    s: (value) => value === undefined || isSymbol(value),
    lastUpdateId: isCount,
    bids: isLevels,
    asks: isLevels,
  },
}

const checked = (data: Json): WireMessage | 'malformed' => {
  const fields = FIELDS[data.e as WireMessage['e']]
  for (const name in fields) if (!fields[name]?.(data[name])) return 'malformed'
  return data as unknown as WireMessage
}
