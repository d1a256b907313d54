/** Order book topics of the Bybit stream, one per depth: snapshots, and differences at fixed intervals. */

import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { Level } from '../../../server/domain/market/order-book.ts'
import { levels } from '../../exchange/market/figures.ts'
import { isWanted, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'

/** Creates the order book topics of a symbol, one for each depth. */
export const createBookTopics = (symbol: string): readonly BookTopic[] =>
  PACES.map(([depth, everyMs]) => ({
    topic: `orderbook.${depth}.${symbol}`,
    depth,
    everyMs,
    bids: new Map(),
    asks: new Map(),
    update: 0,
    publishedAtMs: 0,
  }))

/** One order book topic of a symbol, and its last published state. */
export interface BookTopic {
  readonly topic: string
  readonly depth: number
  readonly everyMs: number
  bids: ReadonlyMap<Ticks, Lots>
  asks: ReadonlyMap<Ticks, Lots>
  /** Number of the last message. */
  update: number
  publishedAtMs: Instant
}

/** Number of levels of a topic, and the minimum interval between its messages. */
const PACES: readonly (readonly [depth: number, everyMs: number])[] = [
  [1, 10],
  [50, 20],
  [200, 100],
  [1_000, 200],
]

/** Interval after which an unchanged first level is published again. */
const REPEAT_MS = 3 * SECOND_MS

/** Depths of the order book topics. */
export const BOOK_DEPTHS: readonly number[] = PACES.map(([depth]) => depth)

/** Publishes changes when they are due; a topic of one level publishes it in full, the others the differences. */
export const publishBook = (
  hub: StreamHub,
  topics: readonly BookTopic[],
  entry: InstrumentMarket,
  atMs: Instant,
): void => {
  if (entry.book.state !== 'SYNCED') return
  for (const book of topics) {
    if (!isWanted(hub, book.topic)) book.update = 0
    else if (atMs - book.publishedAtMs >= book.everyMs) publishTopic(hub, book, entry, atMs)
  }
}

const publishTopic = (hub: StreamHub, book: BookTopic, entry: InstrumentMarket, atMs: Instant): void => {
  const [bids, asks] = [toLevelMap(entry.book.bids.top(book.depth)), toLevelMap(entry.book.asks.top(book.depth))]
  const changed = { bids: changes(book.bids, bids), asks: changes(book.asks, asks) }
  const isSame = changed.bids.length + changed.asks.length === 0
  if (isSame && !(book.depth === 1 && atMs - book.publishedAtMs >= REPEAT_MS)) return
  const begins = book.update === 0
  if (!isSame || begins) book.update++
  Object.assign(book, { bids, asks, publishedAtMs: atMs })
  const whole = book.depth === 1 || begins
  publish(hub, book.topic, () =>
    whole ? bookSnapshot(book, entry, atMs) : toMessage(book, entry, { type: 'delta', ...changed, atMs }),
  )
}

const toLevelMap = (side: readonly Level[]): ReadonlyMap<Ticks, Lots> =>
  new Map(side.map(({ price, quantity }) => [price, quantity]))

/** Returns changed levels, and removed ones with quantity zero. */
const changes = (before: ReadonlyMap<Ticks, Lots>, after: ReadonlyMap<Ticks, Lots>): Level[] => {
  const changed = [...after].filter(([price, quantity]) => before.get(price) !== quantity)
  const gone = [...before.keys()].filter((price) => !after.has(price))
  return [
    ...changed.map(([price, quantity]) => ({ price, quantity })),
    ...gone.map((price) => ({ price, quantity: lots(0) })),
  ]
}

/** Handles a rebuilt book: the next message is a full snapshot. */
export const restartBook = (topics: readonly BookTopic[]): void => {
  for (const book of topics) book.update = 0
}

/** Snapshot for a new subscriber. */
export const bookSnapshotMessage = (book: BookTopic, entry: InstrumentMarket, atMs: Instant) => {
  if (book.update === 0) {
    const [bids, asks] = [toLevelMap(entry.book.bids.top(book.depth)), toLevelMap(entry.book.asks.top(book.depth))]
    Object.assign(book, { bids, asks, publishedAtMs: atMs, update: 1 })
  }
  return bookSnapshot(book, entry, atMs)
}

const bookSnapshot = (book: BookTopic, entry: InstrumentMarket, atMs: Instant) =>
  toMessage(book, entry, {
    type: 'snapshot',
    bids: entry.book.bids.top(book.depth),
    asks: entry.book.asks.top(book.depth),
    atMs,
  })

interface BookUpdate {
  readonly type: 'snapshot' | 'delta'
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly atMs: Instant
}

/** {"topic":"orderbook.50.BTCUSDT","type":"delta","ts":1687940967466,"data":{"s":"BTCUSDT","b":[["30247.20","30.028"]],"a":[],"u":177400507,"seq":66544703342},"cts":1687940967464} */
const toMessage = (
  book: BookTopic,
  { instrument, book: { sequence, exchangeTimeMs } }: InstrumentMarket,
  update: BookUpdate,
) => ({
  topic: book.topic,
  type: update.type,
  ts: update.atMs,
  data: bookFields(instrument, update, { u: book.update, seq: sequence }),
  cts: exchangeTimeMs,
})

const bookFields = (instrument: Instrument, { bids, asks }: BookUpdate, numbers: { u: number; seq: number }) => ({
  s: instrument.symbol,
  b: levels(instrument, bids),
  a: levels(instrument, asks),
  ...numbers,
})
