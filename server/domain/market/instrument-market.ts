import type { Instant } from '../../core/instant.ts'
import { noteCandle, noteTrade } from '../microstructure/micro.ts'
import { createMicro, type Micro } from '../microstructure/micro-state.ts'
import type { Candle } from './candle.ts'
import {
  beginObserving,
  buildFromTrade,
  type CandleBuilder,
  createCandleBuilder,
  endObserving,
  noteHole,
  passTime,
  stopObserving,
} from './candle-builder.ts'
import { createDayWindow, type DayWindow } from './day-window.ts'
import type { Instrument } from './instrument.ts'
import type { MarkPrice, Quote, StreamChange } from './market-event.ts'
import { createOrderBook, invalidateBook, type OrderBook } from './order-book.ts'
import type { Trade } from './trade.ts'
import { createTradeTape, type TradeTape } from './trade-tape.ts'

/** State of one instrument's market. Owned and changed by the engine, read by the views. */
export interface InstrumentMarket {
  instrument: Instrument
  stream: StreamChange['state'] | 'awaited'
  readonly book: OrderBook
  readonly tape: TradeTape
  readonly candles: CandleBuilder
  readonly day: DayWindow
  /** Measurements of its order book and trades. */
  readonly micro: Micro
  quote: Quote | undefined
  markPrice: MarkPrice | undefined
  lastTrade: Trade | undefined
  /** The number the next trade follows; null when the venue does not count or the stream broke. */
  sequence: number | null
  /** Our clock and the exchange's at the last event. */
  observedAtMs: Instant | undefined
  exchangeTimeMs: Instant | undefined
  /** Time on our clock when the order book or the touch, and when the mark price, was last received. */
  bookObservedAtMs: Instant | undefined
  markObservedAtMs: Instant | undefined
  /** Times on our clock when a complete order book was lost: the newest ones, oldest first. */
  readonly booksLost: Instant[]
  /** Counters that change with what they name, so that a reader can keep what it made of it. */
  readonly versions: { ticker: number; book: number; candles: number }
}

export const createInstrumentMarket = (instrument: Instrument): InstrumentMarket => ({
  instrument,
  stream: 'awaited',
  book: createOrderBook(),
  tape: createTradeTape(),
  candles: createCandleBuilder(instrument.symbol),
  day: createDayWindow(),
  micro: createMicro(),
  quote: undefined,
  markPrice: undefined,
  lastTrade: undefined,
  sequence: null,
  observedAtMs: undefined,
  exchangeTimeMs: undefined,
  bookObservedAtMs: undefined,
  markObservedAtMs: undefined,
  booksLost: [],
  versions: { ticker: 0, book: 0, candles: 0 },
})

/** Takes a trade once; a hole in the venue's numbering shows as missing in the candles. */
export const foldTrade = (market: InstrumentMarket, trade: Trade): Candle[] => {
  const steps = trade.sequence === null || market.sequence === null ? 1 : trade.sequence - market.sequence
  if (steps <= 0) return []
  const broken = steps === 1 ? [] : noteHole(market.candles, trade.tradedAtMs)
  market.sequence = trade.sequence
  market.lastTrade = trade
  market.tape.add(trade)
  noteTrade(market.micro, trade)
  market.versions.ticker++
  return [...broken, ...buildFromTrade(market.candles, trade)]
}

export const foldStream = (market: InstrumentMarket, change: StreamChange): Candle[] => {
  market.stream = change.state
  market.versions.candles++
  if (change.state === 'live') return beginObserving(market.candles, change.sinceMs)
  const closed = passTime(market.candles, market.exchangeTimeMs ?? 0)
  if (change.state === 'ended') return [...closed, ...endObserving(market.candles)]
  stopObserving(market.candles)
  invalidateBook(market.book)
  market.quote = undefined
  market.sequence = null
  market.versions.book++
  market.versions.ticker++
  return closed
}

const BOOKS_LOST_MAX = 1_000

/** Counts a book that was whole and is so no more. */
export const noteBookLost = ({ booksLost }: InstrumentMarket, atMs: Instant): void => {
  booksLost.push(atMs)
  if (booksLost.length > BOOKS_LOST_MAX) booksLost.shift()
}

/** Enters what was closed into the 24-hour window and counts it. */
export const recordClosed = (market: InstrumentMarket, closed: readonly Candle[]): void => {
  for (const candle of closed) {
    if (candle.interval === '1m') market.day.add(candle)
    noteCandle(market.micro, candle, market.instrument)
  }
  market.versions.candles++
  market.versions.ticker++
}
