/**
 * Blocks of a recording. Trades and order book changes are stored as plain numbers, so that adding them costs the trading
 * loop little; everything else is stored as text.
 */

import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { Instant } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { Level } from '../../../domain/market/order-book.ts'
import type { RecordedEntry } from './entries.ts'

/** A block being filled. Changed only by the functions of this file. */
export interface Block {
  numbers: Float64Array
  used: number
  entries: number
  readonly symbols: string[]
  readonly texts: string[]
  textSize: number
}

/** Capacity of a block: 256 KiB of numbers. */
const NUMBERS_MAX = 32_768
const TEXT_MAX = 262_144

export const createBlock = (): Block => ({
  numbers: new Float64Array(NUMBERS_MAX),
  used: 0,
  entries: 0,
  symbols: [],
  texts: [],
  textSize: 0,
})

/** Empties a block, so that its memory can be used again. */
export const clearBlock = (block: Block): void => {
  block.used = 0
  block.entries = 0
  block.symbols.length = 0
  block.texts.length = 0
  block.textSize = 0
}

const [TEXT, TRADE, DELTA, SNAPSHOT, QUOTE] = [0, 1, 2, 3, 4]

/** Adds an event; false when the block has no room for it. */
export const addEvent = (block: Block, atMs: Instant, event: MarketEvent): boolean => {
  switch (event.kind) {
    case 'trade': {
      const { symbol, price, quantity, takerSide, sequence, tradedAtMs } = event.trade
      const side = takerSide === 'BUY' ? 1 : -1
      return addNumbers(block, [TRADE, atMs, 0, tradedAtMs, price, quantity, side, sequence ?? Number.NaN], symbol)
    }
    case 'bookDelta': {
      const { symbol, firstSequence, lastSequence, previousSequence, bids, asks, exchangeTimeMs } = event.delta
      const head = [DELTA, atMs, 0, exchangeTimeMs, firstSequence, lastSequence, previousSequence]
      return addNumbers(block, head, symbol, [bids, asks])
    }
    case 'bookSnapshot': {
      const { symbol, sequence, bids, asks, exchangeTimeMs } = event.snapshot
      return addNumbers(block, [SNAPSHOT, atMs, 0, exchangeTimeMs, sequence], symbol, [bids, asks])
    }
    case 'quote': {
      const { symbol, sequence, bid, ask, exchangeTimeMs } = event.quote
      const prices = [bid.price, bid.quantity, ask.price, ask.quantity]
      return addNumbers(block, [QUOTE, atMs, 0, exchangeTimeMs, sequence, ...prices], symbol)
    }
    default:
      return addText(block, { kind: 'event', event, atMs })
  }
}

/** Adds an entry as text; false when the block has no room for it. */
export const addText = (block: Block, { atMs, ...content }: RecordedEntry): boolean => {
  if (block.used + 2 > block.numbers.length || block.textSize > TEXT_MAX) return false
  const text = writeExact(content)
  block.numbers[block.used] = TEXT
  block.numbers[block.used + 1] = atMs
  block.used += 2
  block.entries++
  block.texts.push(text)
  block.textSize += text.length
  return true
}

/** Index of the symbol among the numbers of an entry. */
const SYMBOL_AT = 2

const addNumbers = (
  block: Block,
  head: readonly number[],
  symbol: string,
  sides: readonly (readonly Level[])[] = [],
): boolean => {
  let size = head.length
  for (const side of sides) size += 1 + 2 * side.length
  if (!makeRoom(block, size)) return false
  const { numbers, used } = block
  for (let index = 0; index < head.length; index++) numbers[used + index] = head[index] ?? 0
  numbers[used + SYMBOL_AT] = indexSymbol(block, symbol)
  block.used += head.length
  for (const side of sides) addLevels(block, side)
  block.entries++
  return true
}

/** Returns whether the block has room; an empty one grows if necessary. */
const makeRoom = (block: Block, size: number): boolean => {
  if (block.used + size <= block.numbers.length) return true
  if (block.used > 0) return false
  block.numbers = new Float64Array(size)
  return true
}

/** Adds the number of levels, then the levels. */
const addLevels = (block: Block, levels: readonly Level[]): void => {
  const { numbers } = block
  let next = block.used
  numbers[next++] = levels.length
  for (const { price, quantity } of levels) {
    numbers[next++] = price
    numbers[next++] = quantity
  }
  block.used = next
}

const indexSymbol = ({ symbols }: Block, symbol: string): number => {
  const index = symbols.indexOf(symbol)
  return index < 0 ? symbols.push(symbol) - 1 : index
}

const LENGTH_BYTES = 4
const NUMBER_BYTES = 8

/** Returns the content of a block as bytes: symbols and texts as JSON with their length, then the numbers. */
export const writeBlock = ({ numbers, used, symbols, texts }: Block): Uint8Array => {
  const words = Buffer.from(JSON.stringify({ symbols, texts }))
  const bytes = Buffer.alloc(LENGTH_BYTES + words.length + used * NUMBER_BYTES)
  bytes.writeUInt32LE(words.length)
  words.copy(bytes, LENGTH_BYTES)
  Buffer.from(numbers.buffer, numbers.byteOffset, used * NUMBER_BYTES).copy(bytes, LENGTH_BYTES + words.length)
  return bytes
}

/** Reads the entries of a block, in order. Throws when the bytes are not a block. */
export const readBlock = (bytes: Buffer): readonly RecordedEntry[] => {
  const end = LENGTH_BYTES + bytes.readUInt32LE()
  const words = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as Pick<Block, 'symbols' | 'texts'>
  const count = (bytes.length - end) / NUMBER_BYTES
  const numbers = new Float64Array(count)
  for (let index = 0; index < count; index++) numbers[index] = bytes.readDoubleLE(end + index * NUMBER_BYTES)
  const cursor: Cursor = { numbers, at: 0, ...words, text: 0 }
  const entries: RecordedEntry[] = []
  while (cursor.at < count) entries.push(readEntry(cursor))
  return entries
}

interface Cursor {
  readonly numbers: Float64Array
  at: number
  readonly symbols: readonly string[]
  readonly texts: readonly string[]
  text: number
}

const take = (cursor: Cursor): number => {
  const value = cursor.numbers[cursor.at++]
  if (value === undefined) throw new RangeError('a block ends within an entry')
  return value
}

const readEntry = (cursor: Cursor): RecordedEntry => {
  const [kind, atMs] = [take(cursor), take(cursor)]
  if (kind !== TEXT) return { kind: 'event', event: readEvent(cursor, kind), atMs }
  const text = cursor.texts[cursor.text++]
  if (text === undefined) throw new RangeError('a block lacks a text')
  return { ...(readExact(text) as RecordedEntry), atMs }
}

const readEvent = (cursor: Cursor, kind: number): MarketEvent => {
  const [symbol = '', timeMs] = [cursor.symbols[take(cursor)], take(cursor)]
  switch (kind) {
    case TRADE: {
      const [price, quantity, side, sequence] = [take(cursor), take(cursor), take(cursor), take(cursor)]
      const trade = { symbol, tradeId: '', price: ticks(price), quantity: lots(quantity), tradedAtMs: timeMs }
      const takerSide = side > 0 ? 'BUY' : 'SELL'
      return { kind: 'trade', trade: { ...trade, takerSide, sequence: Number.isNaN(sequence) ? null : sequence } }
    }
    case DELTA: {
      const [firstSequence, lastSequence, previousSequence] = [take(cursor), take(cursor), take(cursor)]
      const sequences = { firstSequence, lastSequence, previousSequence }
      return { kind: 'bookDelta', delta: { symbol, ...sequences, ...readSides(cursor), exchangeTimeMs: timeMs } }
    }
    case SNAPSHOT: {
      const sequence = take(cursor)
      return { kind: 'bookSnapshot', snapshot: { symbol, sequence, ...readSides(cursor), exchangeTimeMs: timeMs } }
    }
    case QUOTE: {
      const sequence = take(cursor)
      const [bid, ask] = [readLevel(cursor), readLevel(cursor)]
      return { kind: 'quote', quote: { symbol, sequence, bid, ask, exchangeTimeMs: timeMs } }
    }
    default:
      throw new RangeError(`a block has an entry of unknown kind ${kind}`)
  }
}

const readSides = (cursor: Cursor): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } => ({
  bids: readLevels(cursor),
  asks: readLevels(cursor),
})

const readLevels = (cursor: Cursor): readonly Level[] => Array.from({ length: take(cursor) }, () => readLevel(cursor))

const readLevel = (cursor: Cursor): Level => ({ price: ticks(take(cursor)), quantity: lots(take(cursor)) })
