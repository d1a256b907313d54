/**
 * Reads order book changes, quotes and trades directly from the text of a recording, if they have the layout in which
 * Binance sends them. They are most of a recording, and this is several times as fast as parsing their JSON.
 */

import { type Grid, isPlain } from '../../../core/grid.ts'
import { type Instrument, lots, ticks } from '../../../domain/market/instrument.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { Level } from '../../../domain/market/order-book.ts'
import { isPlausibleTime, parseNanoseconds } from './read-line.ts'
import type { eventOn, Track } from './stage.ts'

/** A line of a recording. */
export interface ReplayedLine {
  readonly receivedMs: number
  /** What `eventOn` returns for its message; undefined also for a message that is not replayed. */
  readonly event: ReturnType<typeof eventOn>
}

/**
 * Returns what `readLine` and `eventOn` return for a line. Undefined for every other kind of message and layout, and
 * whenever these two reject the line or omit a level: such a line must be read with them.
 */
export const scanLine = (line: string, tracks: ReadonlyMap<string, Track>): ReplayedLine | undefined => {
  const space = line.indexOf(' ')
  const receivedMs = parseNanoseconds(line, space)
  if (receivedMs === undefined) return undefined
  const { read, written } = ENCODER.encodeInto(line, TEXT)
  if (read < line.length) return undefined
  BYTES[written] = 0
  const cursor: Cursor = { line, receivedMs, at: space + 1, failed: false }
  const isCombined = skip(cursor, STREAM)
  if (isCombined) expectName(cursor)
  const event = scanEvent(cursor, tracks)
  expect(cursor, isCombined ? COMBINED_END : END)
  return event && !cursor.failed && cursor.at === written ? { receivedMs, event } : undefined
}

/** Position in the line that `BYTES` contains. */
interface Cursor {
  readonly line: string
  readonly receivedMs: number
  at: number
  /** True once anything unexpected was found; whatever is read then has no meaning. */
  failed: boolean
}

const ENCODER = new TextEncoder()

/** Maximum length of a line in bytes. */
const LENGTH_MAX = 1 << 16

/** UTF-8 of the current line, ended by a zero. */
const BYTES = new Uint8Array(LENGTH_MAX + 1)
const TEXT = BYTES.subarray(0, LENGTH_MAX)

const encode = (text: string): Uint8Array => ENCODER.encode(text)

const STREAM = encode('{"stream":"')
const DATA = encode('","data":')
const DEPTH = encode('{"e":"depthUpdate","E":')
const QUOTE = encode('{"e":"bookTicker","u":')
const TRADE = encode('{"e":"trade","E":')
const SYMBOL = encode(',"s":"')
const END = encode('}')
const COMBINED_END = encode('}}')

const scanEvent = (cursor: Cursor, tracks: ReadonlyMap<string, Track>): InstrumentEvent | undefined => {
  if (skip(cursor, QUOTE)) return scanQuote(cursor, tracks)
  if (skip(cursor, TRADE)) return scanTimed(cursor, tracks, scanTrade)
  return skip(cursor, DEPTH) ? scanTimed(cursor, tracks, scanDelta) : undefined
}

const BUY_PRICE = encode('","b":"')
const BUY_SIZE = encode('","B":"')
const SELL_PRICE = encode('","a":"')
const SELL_SIZE = encode('","A":"')
const QUOTE_TIME = encode('","T":')
const EVENT_TIME = encode(',"E":')

const scanQuote = (cursor: Cursor, tracks: ReadonlyMap<string, Track>): InstrumentEvent | undefined => {
  const sequence = takeCount(cursor)
  const track = takeTrack(cursor, tracks)
  if (!track) return undefined
  const { instrument, shift } = track
  expect(cursor, BUY_PRICE)
  const bid = takeLevel(cursor, instrument, BUY_SIZE)
  expect(cursor, SELL_PRICE)
  const ask = takeLevel(cursor, instrument, SELL_SIZE)
  expect(cursor, QUOTE_TIME)
  const exchangeTimeMs = takeTime(cursor) + shift.timeMs
  expect(cursor, EVENT_TIME)
  takeCount(cursor)
  return { kind: 'quote', quote: { symbol: instrument.symbol, sequence, bid, ask, exchangeTimeMs } }
}

const EXCHANGE_TIME = encode(',"T":')

/** Takes the times and the symbol with which trades and order book changes begin, then the rest of the message. */
const scanTimed = (
  cursor: Cursor,
  tracks: ReadonlyMap<string, Track>,
  scanRest: (cursor: Cursor, track: Track, exchangeTimeMs: number) => InstrumentEvent | undefined,
): InstrumentEvent | undefined => {
  takeCount(cursor)
  expect(cursor, EXCHANGE_TIME)
  const timeMs = takeTime(cursor)
  const track = takeTrack(cursor, tracks)
  return track && scanRest(cursor, track, timeMs + track.shift.timeMs)
}

const FIRST_SEQUENCE = encode('","U":')
const LAST_SEQUENCE = encode(',"u":')
const PREVIOUS_SEQUENCE = encode(',"pu":')
const BIDS = encode(',"b":[')
const ASKS = encode(',"a":[')

const scanDelta = (cursor: Cursor, { instrument }: Track, exchangeTimeMs: number): InstrumentEvent => {
  expect(cursor, FIRST_SEQUENCE)
  const firstSequence = takeCount(cursor)
  expect(cursor, LAST_SEQUENCE)
  const lastSequence = takeCount(cursor)
  expect(cursor, PREVIOUS_SEQUENCE)
  const previousSequence = takeCount(cursor)
  expect(cursor, BIDS)
  const bids = takeLevels(cursor, instrument)
  expect(cursor, ASKS)
  const asks = takeLevels(cursor, instrument)
  const { symbol } = instrument
  return {
    kind: 'bookDelta',
    delta: { symbol, firstSequence, lastSequence, previousSequence, bids, asks, exchangeTimeMs },
  }
}

const TRADE_ID = encode('","t":')
const TRADE_PRICE = encode(',"p":"')
const TRADE_QUANTITY = encode('","q":"')
const ORDINARY = encode('","X":"MARKET","m":')
const TRUE = encode('true')
const FALSE = encode('false')

const scanTrade = (cursor: Cursor, track: Track, tradedAtMs: number): InstrumentEvent | undefined => {
  if (track.tradeKind !== 'trade') return undefined
  const { instrument, shift } = track
  expect(cursor, TRADE_ID)
  const id = takeCount(cursor)
  expect(cursor, TRADE_PRICE)
  const { price, quantity } = takeLevel(cursor, instrument, TRADE_QUANTITY)
  expect(cursor, ORDINARY)
  const takerSide = skip(cursor, TRUE) ? 'SELL' : 'BUY'
  if (takerSide === 'BUY') expect(cursor, FALSE)
  const { symbol } = instrument
  const tradeId = String(id + shift.tradeId)
  return {
    kind: 'trade',
    trade: { symbol, tradeId, sequence: id + shift.sequence, price, quantity, takerSide, tradedAtMs },
  }
}

const LEVELS_END = encode(']')
const LEVEL = encode('["')
const LEVEL_QUANTITY = encode('","')
const LEVEL_END = encode('"]')
const NEXT = encode(',')

const takeLevels = (cursor: Cursor, instrument: Instrument): Level[] => {
  const levels: Level[] = []
  if (skip(cursor, LEVELS_END)) return levels
  do {
    expect(cursor, LEVEL)
    levels.push(takeLevel(cursor, instrument, LEVEL_QUANTITY))
    expect(cursor, LEVEL_END)
  } while (!cursor.failed && skip(cursor, NEXT))
  expect(cursor, LEVELS_END)
  return levels
}

/** Takes a positive price, and the quantity after `between`. */
const takeLevel = (cursor: Cursor, { price, quantity }: Instrument, between: Uint8Array): Level => {
  const steps = takeSteps(cursor, price)
  if (steps <= 0) cursor.failed = true
  expect(cursor, between)
  return { price: ticks(steps), quantity: lots(takeSteps(cursor, quantity)) }
}

const ZERO = 48

/** The decimal point, counted from `ZERO`. */
const POINT = -2

/** Takes a decimal without a sign as a number of steps. */
const takeSteps = (cursor: Cursor, grid: Grid): number => {
  const from = cursor.at
  let digits = 0
  let pointAt = -1
  let at = from
  for (; ; at++) {
    const digit = (BYTES[at] as number) - ZERO
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
    else if (digit === POINT && pointAt < 0) pointAt = at - from
    else break
  }
  cursor.at = at
  const length = at - from
  if (pointAt < 0) pointAt = length
  const fraction = Math.max(0, length - pointAt - 1)
  const isRead = isPlain(BYTES[from] as number, length, pointAt)
  const steps = isRead ? grid.fromDigits(digits, fraction) : undefined
  if (steps === undefined) cursor.failed = true
  return steps ?? 0
}

/** Takes a whole number. */
const takeCount = (cursor: Cursor): number => {
  const from = cursor.at
  let count = 0
  let at = from
  for (; ; at++) {
    const digit = (BYTES[at] as number) - ZERO
    if (digit < 0 || digit > 9) break
    count = count * 10 + digit
  }
  cursor.at = at
  if (!isPlain(BYTES[from] as number, at - from, at - from)) cursor.failed = true
  return count
}

const takeTime = (cursor: Cursor): number => {
  const timeMs = takeCount(cursor)
  if (!isPlausibleTime(timeMs, cursor.receivedMs)) cursor.failed = true
  return timeMs
}

/** Takes a symbol up to its closing quotation mark, and returns its track. */
const takeTrack = (cursor: Cursor, tracks: ReadonlyMap<string, Track>): Track | undefined => {
  expect(cursor, SYMBOL)
  const from = cursor.at
  skipText(cursor)
  return tracks.get(cursor.line.slice(from, cursor.at))
}

const QUOTATION_MARK = 34
const BACKSLASH = 92
const SPACE = 32
const TILDE = 126

/** Skips the content of a JSON string of printable ASCII characters without an escape. */
const skipText = (cursor: Cursor): void => {
  let { at } = cursor
  for (; ; at++) {
    const code = BYTES[at] as number
    if (code < SPACE || code > TILDE || code === QUOTATION_MARK || code === BACKSLASH) break
  }
  cursor.at = at
}

const expectName = (cursor: Cursor): void => {
  skipText(cursor)
  expect(cursor, DATA)
}

const expect = (cursor: Cursor, text: Uint8Array): void => {
  if (!skip(cursor, text)) cursor.failed = true
}

/** Skips a text if it is next; returns whether it was. */
const skip = (cursor: Cursor, text: Uint8Array): boolean => {
  const { at } = cursor
  for (let index = 0; index < text.length; index++) if (BYTES[at + index] !== text[index]) return false
  cursor.at = at + text.length
  return true
}
