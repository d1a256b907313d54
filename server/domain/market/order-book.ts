/** Order book of one instrument, built from a snapshot and deltas, with detection of sequence gaps. */

import type { Instant } from '../../core/instant.ts'
import { type Lots, lots, type Ticks, ticks } from './instrument.ts'

/**
 * An order book built from a snapshot and deltas. While `RESYNCING` it has no levels and waits for a snapshot. Changed
 * only by the functions in this file.
 */
export interface OrderBook {
  state: 'SYNCED' | 'RESYNCING'
  sequence: number
  exchangeTimeMs: Instant
  readonly bids: BookSide
  readonly asks: BookSide
  /** True once a delta has connected the snapshot to the stream. */
  joined: boolean
  /** Deltas that arrived while the snapshot was requested. */
  buffer: BookDelta[]
  /**
   * Previous quantities at the levels of the last applied delta, bids first; only as many entries as the delta had
   * levels are valid.
   */
  readonly replaced: number[]
  /** Number of restarts. */
  beginnings: number
}

export interface BookSnapshot {
  readonly symbol: string
  /** Venue sequence number of the last update included in the snapshot. */
  readonly sequence: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly exchangeTimeMs: Instant
}

/** Absolute quantities of the levels that changed; Binance calls the three numbers `U`, `u` and `pu`. */
export interface BookDelta {
  readonly symbol: string
  readonly firstSequence: number
  readonly lastSequence: number
  /** The `lastSequence` of the delta before this one. */
  readonly previousSequence: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly exchangeTimeMs: Instant
}

/** Result of a delta. After `gap` the order book is invalid and a new snapshot must be requested. */
export type DeltaOutcome = 'applied' | 'buffered' | 'stale' | 'gap'

/** Maximum number of deltas buffered while a snapshot is requested; older ones are obsolete. */
const BUFFER_MAX = 1_000

export const createOrderBook = (): OrderBook => ({
  state: 'RESYNCING',
  sequence: 0,
  exchangeTimeMs: 0,
  bids: createBookSide('BID'),
  asks: createBookSide('ASK'),
  joined: false,
  buffer: [],
  replaced: [],
  beginnings: 0,
})

/** Clears the order book because its stream broke. */
export const invalidateBook = (book: OrderBook): void => {
  book.bids.clear()
  book.asks.clear()
  book.state = 'RESYNCING'
  book.joined = false
  book.buffer = []
  book.beginnings++
}

/**
 * Applies a snapshot. Returns false when it is crossed or the buffered deltas do not connect to it, and a newer one
 * must be requested. A snapshot older than a synced order book changes nothing.
 */
export const applySnapshot = (book: OrderBook, snapshot: BookSnapshot): boolean => {
  if (book.state === 'SYNCED' && snapshot.sequence < book.sequence) return true
  const waiting = book.buffer
  invalidateBook(book)
  setLevels(book, snapshot)
  if (isCrossed(book)) {
    invalidateBook(book)
    book.buffer = waiting
    return false
  }
  book.sequence = snapshot.sequence
  book.state = 'SYNCED'
  for (const [index, delta] of waiting.entries()) {
    if (applyInOrder(book, delta) !== 'gap') continue
    book.buffer = waiting.slice(index)
    return false
  }
  return true
}

export const applyDelta = (book: OrderBook, delta: BookDelta): DeltaOutcome => {
  if (book.state === 'SYNCED') return applyInOrder(book, delta)
  if (book.buffer.length === BUFFER_MAX) book.buffer.shift()
  book.buffer.push(delta)
  return 'buffered'
}

/**
 * Applies deltas by the rule of Binance's futures stream: deltas that end before the snapshot are dropped, the first
 * applied delta must span it, and each later one must follow its predecessor. developers.binance.com, "How to manage a
 * local order book correctly". A crossed book is treated as a gap, because an update was missed.
 */
const applyInOrder = (book: OrderBook, delta: BookDelta): DeltaOutcome => {
  if (delta.lastSequence < book.sequence) return 'stale'
  const follows = delta.previousSequence === book.sequence || (!book.joined && delta.firstSequence <= book.sequence)
  if (follows) {
    setLevels(book, delta)
    book.sequence = delta.lastSequence
    book.joined = true
    if (!isCrossed(book)) return 'applied'
  }
  invalidateBook(book)
  book.buffer.push(delta)
  return 'gap'
}

const setLevels = (book: OrderBook, levels: BookSnapshot | BookDelta): void => {
  let index = 0
  for (const { price, quantity } of levels.bids) book.replaced[index++] = book.bids.set(price, quantity)
  for (const { price, quantity } of levels.asks) book.replaced[index++] = book.asks.set(price, quantity)
  book.exchangeTimeMs = levels.exchangeTimeMs
}

const isCrossed = (book: OrderBook): boolean => {
  const bid = book.bids.best()
  const ask = book.asks.best()
  return bid !== undefined && ask !== undefined && bid.price >= ask.price
}

export interface Level {
  readonly price: Ticks
  readonly quantity: Lots
}

/** Resting quantity within a price range of one side; its value in tick·lots is a double. */
interface Resting {
  readonly quantity: number
  readonly value: number
}

/** One side of a book: absolute quantities by price, best first. */
export interface BookSide {
  readonly depth: number
  /** Sets a level; a quantity of zero removes it. Returns the previous quantity. */
  set(price: Ticks, quantity: Lots): number
  best(): Level | undefined
  top(count: number): Level[]
  /** Returns the quantity resting at `price` or better. */
  within(price: number): Resting
  clear(): void
}

/**
 * Two parallel arrays with the best level last. A removed level behind the best one remains with quantity zero, because
 * most prices return soon and removing from a sorted array moves all better levels; the arrays are compacted when half
 * of them is empty.
 */
export const createBookSide = (side: 'BID' | 'ASK'): BookSide => {
  const direction = side === 'BID' ? 1 : -1
  let keys: number[] = []
  let quantities: number[] = []
  let depth = 0

  const lowerBound = (key: number): number => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  const levelAt = (index: number): Level => ({
    price: ticks((keys[index] as number) * direction),
    quantity: lots(quantities[index] as number),
  })

  const insertAt = (index: number, key: number, quantity: number): void => {
    if (quantity === 0) return
    insert(keys, index, key)
    insert(quantities, index, quantity)
    depth++
  }

  const dropEmpty = (): void => {
    while (quantities.at(-1) === 0) {
      quantities.pop()
      keys.pop()
    }
    if (keys.length <= 2 * depth + EMPTY_MAX) return
    keys = keys.filter((_, index) => quantities[index] !== 0)
    quantities = quantities.filter((quantity) => quantity !== 0)
  }

  return {
    get depth() {
      return depth
    },
    set(price, quantity) {
      const key = price * direction
      const index = lowerBound(key)
      if (keys[index] !== key) {
        insertAt(index, key, quantity)
        return 0
      }
      const before = quantities[index] as number
      quantities[index] = quantity
      if (quantity === 0 && before > 0) {
        depth--
        dropEmpty()
      } else if (before === 0 && quantity > 0) depth++
      return before
    },
    best: () => (keys.length === 0 ? undefined : levelAt(keys.length - 1)),
    top(count) {
      const levels: Level[] = []
      for (let index = keys.length - 1; index >= 0 && levels.length < count; index--) {
        if (quantities[index] !== 0) levels.push(levelAt(index))
      }
      return levels
    },
    within(price) {
      let quantity = 0
      let value = 0
      for (let index = keys.length - 1; index >= 0 && (keys[index] as number) >= price * direction; index--) {
        const resting = quantities[index] as number
        quantity += resting
        value += resting * (keys[index] as number) * direction
      }
      return { quantity, value }
    },
    clear() {
      keys = []
      quantities = []
      depth = 0
    },
  }
}

/** Inserts a value; at the end faster than `splice`. */
const insert = (values: number[], index: number, value: number): void => {
  if (index === values.length) values.push(value)
  else values.splice(index, 0, value)
}

/** Number of empty levels that never cause a compaction. */
const EMPTY_MAX = 32
