/** Reading of recordings: yields the lines of a file, plain or gzipped, and parses each into a checked message. */

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { DAY_MS } from '../../../core/instant.ts'
import { isRecord } from '../../../core/json.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import type { WireLevel, WireLine, WireMessage } from './wire.ts'

/**
 * Parses and checks one line of a recording; the error states what is wrong with it. Never throws, whatever the bytes.
 */
export const readLine = (line: string): Result<WireLine, string> => {
  const space = line.indexOf(' ')
  const receivedMs = parseNanoseconds(line, space)
  if (receivedMs === undefined) return err('it does not begin with a receive time in nanoseconds')
  let json: unknown
  try {
    json = JSON.parse(line.slice(space + 1))
  } catch {
    return err('the text after the receive time is not complete JSON')
  }
  if (!isRecord(json)) return err('its JSON is not an object')
  const message = parseMessage(json)
  if (typeof message === 'string') return err(message)
  if (message && !isPlausibleTime(getTime(message), receivedMs))
    return err(`its ${message.e} message has a time more than a day from its receive time`)
  return ok({ receivedMs, message })
}

const ZERO = 48

/**
 * Returns the milliseconds of the nanoseconds, 16 to 19 digits, with which a line begins; undefined for anything else.
 * The upper digits times 1e9 are exact, so that only their sum with the lower nine is rounded.
 */
export const parseNanoseconds = (line: string, length: number): number | undefined => {
  if (length < 16 || length > 19) return undefined
  const upper = parseDigits(line, 0, length - 9)
  const lower = parseDigits(line, length - 9, length)
  return upper < 0 || lower < 0 ? undefined : (upper * 1e9 + lower) / 1e6
}

/** Returns the number of the digits in this range; -1 if another character is among them. */
const parseDigits = (text: string, from: number, to: number): number => {
  let value = 0
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/**
 * Largest plausible difference between the clocks of venue and recorder; a single garbled time would otherwise create
 * candles for years.
 */
const SKEW_MAX_MS = DAY_MS

export const isPlausibleTime = (exchangeTimeMs: number, receivedMs: number): boolean =>
  Math.abs(exchangeTimeMs - receivedMs) <= SKEW_MAX_MS

/** Returns the exchange time of a message. */
export const getTime = (message: WireMessage): number => (message.e === 'markPriceUpdate' ? message.E : message.T)

type Json = Record<string, unknown>

/** Returns the message; undefined for a kind that is not replayed; a string with the reason when it is incomplete. */
const parseMessage = (json: Json): WireMessage | undefined | string => {
  const combined = typeof json.stream === 'string'
  const data = combined ? json.data : json
  if (Array.isArray(data)) return undefined
  if (!isRecord(data)) return 'its stream message has no data'
  if (data.lastUpdateId !== undefined && data.e === undefined) {
    const symbol = combined ? String(json.stream).split('@')[0]?.toUpperCase() : data.symbol
    return checked({ ...data, e: 'snapshot', s: symbol })
  }
  if (data.e === 'forceOrder') return checked({ ...(isRecord(data.o) && data.o), e: 'forceOrder' })
  return checked(data)
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextIfAny: Check = (value) => value === undefined || isText(value)
const isCount: Check = (value) => Number.isSafeInteger(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isSide: Check = (value) => value === 'BUY' || value === 'SELL'
const isLevel = (value: unknown): value is WireLevel =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
const isLevels: Check = (value) => Array.isArray(value) && value.every(isLevel)

type Field = readonly [name: string, isWhole: (message: Json) => boolean]

/** Fields of each kind of message with their checks; reading each by a literal name is faster than by a variable. */
const FIELDS: Record<WireMessage['e'], readonly Field[]> = {
  trade: [
    ['T', ({ T }) => isCount(T)],
    ['s', ({ s }) => isText(s)],
    ['t', ({ t }) => isCount(t)],
    ['p', ({ p }) => isText(p)],
    ['q', ({ q }) => isText(q)],
    ['m', ({ m }) => isFlag(m)],
    ['X', ({ X }) => isTextIfAny(X)],
  ],
  aggTrade: [
    ['T', ({ T }) => isCount(T)],
    ['s', ({ s }) => isText(s)],
    ['a', ({ a }) => isCount(a)],
    ['p', ({ p }) => isText(p)],
    ['q', ({ q }) => isText(q)],
    ['m', ({ m }) => isFlag(m)],
  ],
  depthUpdate: [
    ['T', ({ T }) => isCount(T)],
    ['s', ({ s }) => isText(s)],
    ['U', ({ U }) => isCount(U)],
    ['u', ({ u }) => isCount(u)],
    ['pu', ({ pu }) => isCount(pu)],
    ['b', ({ b }) => isLevels(b)],
    ['a', ({ a }) => isLevels(a)],
  ],
  bookTicker: [
    ['T', ({ T }) => isCount(T)],
    ['s', ({ s }) => isText(s)],
    ['u', ({ u }) => isCount(u)],
    ['b', ({ b }) => isText(b)],
    ['B', ({ B }) => isText(B)],
    ['a', ({ a }) => isText(a)],
    ['A', ({ A }) => isText(A)],
  ],
  markPriceUpdate: [
    ['E', ({ E }) => isCount(E)],
    ['s', ({ s }) => isText(s)],
    ['p', ({ p }) => isText(p)],
    ['i', ({ i }) => isText(i)],
    ['r', ({ r }) => isText(r)],
    ['T', ({ T }) => isCount(T)],
  ],
  forceOrder: [
    ['T', ({ T }) => isCount(T)],
    ['s', ({ s }) => isText(s)],
    ['S', ({ S }) => isSide(S)],
    ['p', ({ p }) => isText(p)],
    ['q', ({ q }) => isText(q)],
    ['ap', ({ ap }) => isText(ap)],
    ['z', ({ z }) => isText(z)],
  ],
  snapshot: [
    ['T', ({ T }) => isCount(T)],
    ['s', ({ s }) => isTextIfAny(s)],
    ['lastUpdateId', ({ lastUpdateId }) => isCount(lastUpdateId)],
    ['bids', ({ bids }) => isLevels(bids)],
    ['asks', ({ asks }) => isLevels(asks)],
  ],
}

const FIELDS_OF: ReadonlyMap<unknown, readonly Field[]> = new Map(Object.entries(FIELDS))

/** Returns undefined for a message of a kind that is not replayed. */
const checked = (data: Json): WireMessage | undefined | string => {
  const fields = FIELDS_OF.get(data.e)
  if (fields === undefined) return undefined
  for (const field of fields) {
    if (!field[1](data)) return `its ${data.e} message has no '${field[0]}', or one of the wrong type`
  }
  return data as unknown as WireMessage
}

const GZIP_MAGIC = 0x1f8b

/**
 * Yields the lines of a text file, gzipped or plain by its content. Rejects with a `MarketSourceError` with a remedy.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let input: Readable | undefined
  try {
    input = openText(path, await isGzip(path))
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw new MarketSourceError(describeFault(path, error))
  } finally {
    input?.destroy()
  }
}

/** Opens a text file. Errors after the reader is gone are ignored; without a listener they would end the process. */
const openText = (path: string, zipped: boolean): Readable => {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const text = zipped ? pipeline(file, createGunzip({ chunkSize: 1 << 18 }), () => {}) : file
  return text.on('error', () => {})
}

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (bytesRead === 0) throw new MarketSourceError(`${path} is empty. Specify a recording with --replay FILE.`)
    return bytesRead === 2 && buffer.readUInt16BE() === GZIP_MAGIC
  } finally {
    await file.close()
  }
}

const describeFault = (path: string, error: unknown): string => {
  if (error instanceof MarketSourceError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
      return `There is no file ${path}. Specify the path of a recording with --replay FILE.`
    case 'EACCES':
      return `${path} may not be read by this user. Change its permissions or specify another file.`
    case 'EISDIR':
      return `${path} is a folder. Specify the recording itself with --replay FILE.`
    case 'Z_BUF_ERROR':
      return `${path} is truncated: its gzip stream ends too early. Copy or record the file again.`
    case 'Z_DATA_ERROR':
      return `${path} is damaged: its gzip stream does not decode. Copy or record the file again.`
    default:
      return `${path} cannot be read (${message}). Specify another recording with --replay FILE.`
  }
}
