/**
 * Market state of one instrument: order book, trades, candles, mark price, microstructure, and the statistics of the
 * last 24 hours.
 */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { endLiquidations } from '../microstructure/liquidations.ts'
import { noteCandle, noteTrade } from '../microstructure/micro.ts'
import { createMicro, type Micro } from '../microstructure/micro-state.ts'
import { addCandle, type Candle, closeTime, mergeCandles } from './candle.ts'
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
import type { Instrument } from './instrument.ts'
import type { Interval } from './interval.ts'
import type { MarkPrice, Quote, StreamChange } from './market-event.ts'
import { createOrderBook, invalidateBook, type OrderBook } from './order-book.ts'
import { createTradeTape, type Trade, type TradeTape } from './trade-tape.ts'

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
  /**
   * Number of the last trade, which the next one must follow; null when the exchange does not number trades or the
   * stream broke.
   */
  sequence: number | null
  /** Our time and exchange time of the last event. */
  observedAtMs: Instant | undefined
  exchangeTimeMs: Instant | undefined
  /** Time on our clock when the order book or touch was last received; likewise for the mark price. */
  bookObservedAtMs: Instant | undefined
  markObservedAtMs: Instant | undefined
  /** Most recent times on our clock at which a complete order book was lost, oldest first. */
  readonly booksLost: Instant[]
  /** Counters incremented when the respective data change, so that readers can cache results. */
  readonly versions: { ticker: number; book: number; candles: number }
}

/** Creates the market state of an instrument with candles of the given intervals; of every interval by default. */
export const createInstrumentMarket = (instrument: Instrument, intervals?: readonly Interval[]): InstrumentMarket => ({
  instrument,
  stream: 'awaited',
  book: createOrderBook(),
  tape: createTradeTape(),
  candles: createCandleBuilder(instrument.symbol, intervals),
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

/** Folds each trade once; a gap in the trade numbers appears as missing time in the candles. */
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
  endLiquidations(market.micro.liquidations)
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

/** Records the loss of a synced order book. */
export const noteBookLost = ({ booksLost }: InstrumentMarket, atMs: Instant): void => {
  booksLost.push(atMs)
  if (booksLost.length > BOOKS_LOST_MAX) booksLost.shift()
}

/** Adds closed candles to the 24-hour window. */
export const recordClosed = (market: InstrumentMarket, closed: readonly Candle[]): void => {
  for (const candle of closed) {
    if (candle.interval === '1m') market.day.add(candle)
    noteCandle(market.micro, candle, market.instrument)
  }
  market.versions.candles++
  market.versions.ticker++
}

/** Statistics of an instrument's last 24 hours, by minute. */
export interface DayWindow {
  /** End of the newest minute. */
  readonly knownToMs: Instant | undefined
  /** Adds a closed minute; it replaces the last one if both open at the same instant. */
  add(minute: Candle): void
  /** Returns a single candle for the window that ends with `forming`; undefined without data. */
  summary(forming: Candle | undefined): Candle | undefined
  /**
   * Average true range of the window's complete hours, in ticks: `mean(max(high, previous close) − min(low, previous
   * close))`; null for fewer than six.
   */
  hourlyRange(): number | null
}

const MINUTES = DAY_MS / MINUTE_MS

/** Number of minutes that are dropped before all are merged again. */
const HEADS = 240

/** Minutes of an hour merged into a candle, cached while they are unchanged. */
interface Hour {
  readonly first: Candle
  readonly last: Candle
  readonly merged: HourPrices
}

/** Prices of an hour, as merged by `mergeCandles`. */
type HourPrices = Pick<Candle, 'open' | 'high' | 'low' | 'close'>

export const createDayWindow = (): DayWindow => {
  /** The minutes, from index `oldest` on; earlier entries no longer count and are removed in batches. */
  let minutes: Candle[] = []
  let oldest = 0
  const hours = new Map<number, Hour>()
  /**
   * Stack of merged candles, each from one minute up to a common instant, oldest minute last, so that dropping the
   * oldest minute pops the last entry.
   */
  let heads: Candle[] = []
  /** The minutes after that instant, merged. */
  let tail: Candle | undefined
  /** False while the two do not cover the minutes; they are made when they are read, not for each minute of history. */
  let isMerged = false
  /**
   * Cached range of the hours from `first` up to, not including, `last`; minutes within these hours do not change it.
   */
  let known: { readonly first: number; readonly last: number; readonly range: number | null } | undefined

  const mergeAll = (): void => {
    const middle = Math.min(oldest + HEADS, minutes.length)
    heads = []
    for (let index = middle - 1; index >= oldest; index--) {
      const minute = minutes[index] as Candle
      const next = heads.at(-1)
      heads.push(next ? mergeCandles(minute, next) : minute)
    }
    tail = mergeRange(minutes, { from: middle, to: minutes.length })
    isMerged = true
  }

  /** Drops the minutes outside the window once the minute at `openMs` opens. */
  const dropBefore = (openMs: Instant): void => {
    const fromMs = openMs - (MINUTES - 1) * MINUTE_MS
    const before = oldest
    while ((minutes[oldest]?.openMs ?? fromMs) < fromMs) oldest++
    const dropped = oldest - before
    if (oldest >= MINUTES) {
      minutes = minutes.slice(oldest)
      oldest = 0
    }
    if (dropped > heads.length) isMerged = false
    else for (let left = dropped; left > 0; left--) heads.pop()
  }

  return {
    get knownToMs() {
      const newest = minutes.at(-1)
      return newest && closeTime(newest)
    },
    add(minute) {
      const isAgain = minutes.at(-1)?.openMs === minute.openMs
      if (isAgain) minutes.pop()
      minutes.push(minute)
      if (isAgain) isMerged = false
      else if (isMerged) tail = tail ? mergeCandles(tail, minute) : minute
      dropBefore(closeTime(minute))
    },
    summary(forming) {
      if (forming) dropBefore(forming.openMs)
      if (!isMerged) mergeAll()
      const parts = [heads.at(-1), tail, forming].filter((part) => part !== undefined)
      return parts.length === 0 ? undefined : parts.reduce(mergeCandles)
    },
    hourlyRange() {
      const [first, last] = [hourIndex(minutes[oldest]), hourIndex(minutes.at(-1))]
      if (known?.first !== first || known.last !== last) {
        known = { first, last, range: averageRange(mergeHours(minutes.slice(oldest), hours)) }
      }
      return known.range
    },
  }
}

/** Merges a range of minutes; undefined for an empty one. */
const mergeRange = (
  minutes: readonly Candle[],
  { from, to }: { readonly from: number; readonly to: number },
): Candle | undefined => {
  const first = minutes[from]
  if (!first) return undefined
  const merged = { ...first }
  for (let index = from + 1; index < to; index++) addCandle(merged, minutes[index] as Candle)
  return merged
}

/** Mean true range of complete hours, each relative to the previous hour; the last hour is incomplete. */
const averageRange = (hours: readonly HourPrices[]): number | null => {
  const whole = hours.slice(0, -1)
  const ranges = whole.slice(1).map((hour, index) => trueRange(hour, whole[index]?.close ?? hour.open))
  return ranges.length < HOURS_MIN ? null : ranges.reduce((sum, range) => sum + range, 0) / ranges.length
}

/** Merges the minutes by hour; only changed hours are merged again. */
const mergeHours = (minutes: readonly Candle[], known: Map<number, Hour>): HourPrices[] => {
  const parts: HourPrices[] = []
  for (let from = 0; from < minutes.length; ) {
    const hour = hourIndex(minutes[from])
    let to = from + 1
    while (to < minutes.length && hourIndex(minutes[to]) === hour) to++
    parts.push(hourIn(minutes, { from, to }, known))
    from = to
  }
  if (known.size > 2 * HOURS) known.clear()
  return parts
}

const hourIn = (
  minutes: readonly Candle[],
  { from, to }: { readonly from: number; readonly to: number },
  known: Map<number, Hour>,
): HourPrices => {
  const [first, last] = [minutes[from] as Candle, minutes[to - 1] as Candle]
  const hour = hourIndex(first)
  const before = known.get(hour)
  if (before?.first === first && before.last === last) return before.merged
  const merged = mergePrices(minutes, { from, to })
  known.set(hour, { first, last, merged })
  return merged
}

/** Open, high and low come from minutes with trades: quiet minutes count only until the first trade. */
const mergePrices = (
  minutes: readonly Candle[],
  { from, to }: { readonly from: number; readonly to: number },
): HourPrices => {
  const [first, last] = [minutes[from] as Candle, minutes[to - 1] as Candle]
  let { open, high, low, volume } = first
  for (let index = from + 1; index < to; index++) {
    const next = minutes[index] as Candle
    const begins = volume === 0 && next.volume !== 0
    if (begins) open = next.open
    if (begins || next.high > high) high = next.high
    if (begins || next.low < low) low = next.low
    if (begins) volume = next.volume
  }
  return { open, high, low, close: last.close }
}

const HOURS = DAY_MS / HOUR_MS
const HOURS_MIN = 6

const trueRange = ({ high, low }: Pick<HourPrices, 'high' | 'low'>, previousClose: number): number =>
  Math.max(high, previousClose) - Math.min(low, previousClose)

const hourIndex = (minute: Candle | undefined): number => Math.floor((minute?.openMs ?? 0) / HOUR_MS)
