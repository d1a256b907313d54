/**
 * Folds market events into the market state of all instruments of one venue, and reads touch and mark price from it.
 */

import { assertNever } from '../../core/assert.ts'
import { compareDecimals } from '../../core/decimal.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { withoutRange } from '../../core/time-ranges.ts'
import { enterSettled } from '../microstructure/funding.ts'
import { beginLiquidations, countLiquidation } from '../microstructure/liquidations.ts'
import { noteBook, noteMark } from '../microstructure/micro.ts'
import { MICRO_RULES } from '../microstructure/micro-rules.ts'
import { type Candle, closeTime } from './candle.ts'
import {
  buildFromHistory,
  buildFromMinute,
  type CandleBuilder,
  GRACE_MS,
  passTime,
  withGaps,
} from './candle-builder.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from './instrument.ts'
import {
  createInstrumentMarket,
  foldStream,
  foldTrade,
  type InstrumentMarket,
  noteBookLost,
  recordClosed,
} from './instrument-market.ts'
import { INTERVALS, type Interval, intervalStart } from './interval.ts'
import { eventSymbol, eventTime, type InstrumentEvent, type MarketEvent } from './market-event.ts'
import { applyDelta, applySnapshot, type BookDelta, invalidateBook, type Level } from './order-book.ts'

/**
 * State of all instruments of one venue, and the clock of the venue. It can be rebuilt at any time by fetching or
 * replaying the data.
 */
export interface Market {
  /** Intervals of the candles to build. */
  readonly intervals: readonly Interval[]
  readonly instruments: Map<string, InstrumentMarket>
  /** Latest exchange time of any event. */
  clockMs: Instant
  /** Time at which the current minute of every instrument ends. */
  minuteOverMs: Instant
}

/** Effects of an event. */
export interface Observed {
  readonly closed: readonly Candle[]
  /** Symbol whose order book lost its sequence and needs a snapshot. */
  readonly bookLost?: string
}

const NOTHING: Observed = { closed: [] }

/**
 * Creates a market with candles of the given intervals, those the measurements need, and one minute; of every interval
 * by default.
 */
export const createMarket = (intervals: readonly Interval[] = INTERVALS): Market => ({
  intervals: [...intervals, MICRO_RULES.trapInterval],
  instruments: new Map(),
  clockMs: 0,
  minuteOverMs: 0,
})

/** Folds one event into the market; events of unlisted instruments are ignored. */
export const observe = (market: Market, event: MarketEvent, atMs: Instant): Observed => {
  if (event.kind === 'instrument') return list(market, event.instrument)
  const entry = market.instruments.get(eventSymbol(event))
  if (!entry) return NOTHING
  const wasSynced = entry.book.state === 'SYNCED'
  const observed = observeIn(market, entry, event, atMs)
  if (wasSynced && entry.book.state !== 'SYNCED') noteBookLost(entry, atMs)
  return observed
}

const observeIn = (market: Market, entry: InstrumentMarket, event: InstrumentEvent, atMs: Instant): Observed => {
  const exchangeTimeMs = eventTime(event)
  if (exchangeTimeMs === undefined) return fold(entry, event)
  entry.observedAtMs = atMs
  entry.exchangeTimeMs = Math.max(entry.exchangeTimeMs ?? 0, exchangeTimeMs)
  if (event.kind === 'markPrice') entry.markObservedAtMs = atMs
  else if (!BESIDE_BOOK.has(event.kind)) entry.bookObservedAtMs = atMs
  const observed = fold(entry, event)
  const passed = advance(market, exchangeTimeMs)
  return passed.length === 0 ? observed : { ...observed, closed: [...observed.closed, ...passed] }
}

/** Kinds of observations that show neither order book nor touch. */
const BESIDE_BOOK: ReadonlySet<InstrumentEvent['kind']> = new Set(['trade', 'minute', 'liquidation'])

/**
 * Lists an instrument. With a different tick or lot size, earlier data are dropped, because the same counts mean
 * different prices.
 */
const list = (market: Market, instrument: Instrument): Observed => {
  const known = market.instruments.get(instrument.symbol)
  if (known && haveSameGrids(known.instrument, instrument)) known.instrument = instrument
  else market.instruments.set(instrument.symbol, createInstrumentMarket(instrument, market.intervals))
  return NOTHING
}

const haveSameGrids = (a: Instrument, b: Instrument): boolean =>
  compareDecimals(a.price.step, b.price.step) === 0 && compareDecimals(a.quantity.step, b.quantity.step) === 0

/** Number of instruments whose minute is closed per event; the others follow with the next events. */
const AT_ONCE = 2

/** Advances the venue's clock; when a minute ends, instruments without trades close theirs too. */
const advance = (market: Market, at: Instant): Candle[] => {
  if (at > market.clockMs) market.clockMs = at
  if (market.clockMs < market.minuteOverMs) return []
  const closed: Candle[] = []
  let count = 0
  for (const entry of market.instruments.values()) {
    const { closed: passed } = record(entry, passTime(entry.candles, market.clockMs))
    if (passed.length === 0) continue
    closed.push(...passed)
    if (++count === AT_ONCE) return closed
  }
  market.minuteOverMs = intervalStart('1m', market.clockMs - GRACE_MS) + MINUTE_MS + GRACE_MS
  return closed
}

const record = (entry: InstrumentMarket, closed: readonly Candle[]): Observed => {
  if (closed.length === 0) return NOTHING
  recordClosed(entry, closed)
  return { closed }
}

const fold = (entry: InstrumentMarket, event: InstrumentEvent): Observed => {
  switch (event.kind) {
    case 'stream':
      return record(entry, foldStream(entry, event.change))
    case 'history':
      return record(entry, buildFromHistory(entry.candles, event.candle))
    case 'repair':
      return record(entry, repairMinute(entry.candles, event.candle))
    case 'minute':
      return record(entry, buildFromMinute(entry.candles, event.candle))
    case 'funding':
      enterSettled(entry.micro.funding, event.funding)
      return NOTHING
    case 'trade':
      return record(entry, foldTrade(entry, event.trade))
    case 'bookSnapshot':
      return bookChanged(entry, applySnapshot(entry.book, event.snapshot))
    case 'bookDelta':
      return foldDelta(entry, event.delta)
    case 'bookLost':
      invalidateBook(entry.book)
      entry.quote = undefined
      bookChanged(entry, true)
      return NOTHING
    case 'quote':
      entry.quote = event.quote
      entry.versions.ticker++
      return NOTHING
    case 'markPrice':
      entry.markPrice = event.markPrice
      noteMark(entry.micro, event.markPrice)
      entry.versions.ticker++
      return NOTHING
    case 'liquidation':
      countLiquidation(entry.micro.liquidations, event.liquidation)
      return NOTHING
    case 'liquidationStream':
      beginLiquidations(entry.micro.liquidations, event.sinceMs)
      return NOTHING
    default:
      return assertNever(event)
  }
}

const foldDelta = (entry: InstrumentMarket, delta: BookDelta): Observed => {
  const { book, micro, instrument } = entry
  const outcome = applyDelta(book, delta)
  noteBook(micro, { book, delta, instrument })
  return bookChanged(entry, outcome !== 'gap')
}

const bookChanged = (entry: InstrumentMarket, inSequence: boolean): Observed => {
  entry.versions.book++
  entry.versions.ticker++
  return inSequence ? NOTHING : { closed: [], bookLost: entry.instrument.symbol }
}

/**
 * Replaces the last closed minute with the exchange's own candle, and repairs the longer candles. Returns the candles
 * to republish: the minute and the longer candles that closed with it; none when another minute has closed since.
 */
export const repairMinute = (builder: CandleBuilder, whole: Candle): Candle[] => {
  const [broken] = builder.previous
  if (broken?.openMs !== whole.openMs) return []
  const minute = { fromMs: whole.openMs, toMs: closeTime(whole) }
  const mended = (candle: Candle): Candle => ({
    ...exchanged(candle, broken, whole),
    missing: withoutRange(candle.missing, minute),
  })
  builder.gaps = withoutRange(builder.gaps, minute)
  for (const [interval, candle] of builder.longer) {
    if (candle.openMs <= whole.openMs) builder.longer.set(interval, mended(candle))
  }
  builder.previous = builder.previous.map((candle) => withGaps(builder, candle === broken ? whole : mended(candle)))
  return [...builder.previous]
}

/** Replaces the last minute of a longer candle. */
const exchanged = (candle: Candle, broken: Candle, whole: Candle): Candle => ({
  ...candle,
  ...pricesWith(candle, whole, { isFirst: candle.volume === broken.volume }),
  close: whole.close,
  volume: lots(candle.volume - broken.volume + whole.volume),
  turnover: candle.turnover - broken.turnover + whole.turnover,
  tradeCount: counted(candle.tradeCount, broken.tradeCount, whole.tradeCount),
  takerBuyVolume: counted(candle.takerBuyVolume, broken.takerBuyVolume, whole.takerBuyVolume) as Lots | null,
})

/** Returns open, high and low; only the minute's own if the candle had no trades before it. */
const pricesWith = (candle: Candle, whole: Candle, { isFirst }: { readonly isFirst: boolean }): Prices => ({
  open: isFirst ? whole.open : candle.open,
  high: isFirst ? whole.high : ticks(Math.max(candle.high, whole.high)),
  low: isFirst ? whole.low : ticks(Math.min(candle.low, whole.low)),
})

type Prices = Pick<Candle, 'open' | 'high' | 'low'>

const counted = (all: number | null, less: number | null, more: number | null): number | null =>
  all === null || less === null || more === null ? null : all - less + more

type PriceInputs = Pick<InstrumentMarket, 'book' | 'quote' | 'markPrice'>

/**
 * Returns the touch of the order book or of the faster quote stream, whichever has the higher venue sequence number.
 */
export const getTouch = ({ book, quote }: PriceInputs): { bid: Level | undefined; ask: Level | undefined } => {
  if (quote && (book.state !== 'SYNCED' || quote.sequence > book.sequence)) return { bid: quote.bid, ask: quote.ask }
  return { bid: book.bids.best(), ask: book.asks.best() }
}

/** Returns the venue's mark price, or the mid price when the venue provides none. */
export const getMarkTicks = (entry: PriceInputs): Ticks | undefined => {
  if (entry.markPrice) return entry.markPrice.mark
  const { bid, ask } = getTouch(entry)
  return bid && ask ? ticks(Math.round((bid.price + ask.price) / 2)) : undefined
}

/** Returns the mark price of a symbol; undefined until the first one is received. */
export const markIn = ({ instruments }: Readonly<Market>, symbol: string): Ticks | undefined => {
  const entry = instruments.get(symbol)
  return entry && getMarkTicks(entry)
}
