import { type Instant, SECOND_MS, type TimeRange } from '../../core/instant.ts'
import { clipRanges, mergeRanges } from '../../core/time-ranges.ts'
import { addTrade, type Candle, candleOfTrade, closeOf, flatCandle, mergeCandles } from './candle.ts'
import type { Ticks } from './instrument.ts'
import { INTERVALS, type Interval, openOf } from './interval.ts'
import type { Trade } from './trade.ts'

/** How long after its end a minute stays open for a trade that another stream has overtaken. */
export const GRACE_MS = 2 * SECOND_MS

/**
 * Candles of every interval for one instrument, built from trades or from one-minute candles. A quiet minute of an
 * unbroken stream is a flat candle; what was not observed is listed in `missing` or left out, never filled in.
 *
 * Each function of this file that changes the builder returns the candles it closed, in order of time, a minute before
 * the longer candles it completes.
 */
export interface CandleBuilder {
  readonly symbol: string
  /** Everything before this instant is either in a candle or in `gaps`; undefined until something is known. */
  coveredToMs: Instant | undefined
  /** Whether the stream is whole right now. */
  observing: boolean
  /** The minute still forming, and the one before it. */
  minute: Candle | undefined
  previous: Candle | undefined
  /** The price a quiet minute would show; undefined after a gap, when it may have moved unseen. */
  lastPrice: Ticks | undefined
  lastTradeMs: Instant | undefined
  /** What was not observed, back to the beginning of the week: no candle is longer. */
  gaps: TimeRange[]
  /** The longer candles still forming, without the forming minute. */
  readonly longer: Map<Interval, Candle>
}

const LONGER = INTERVALS.filter((interval) => interval !== '1m')

export const createCandleBuilder = (symbol: string): CandleBuilder => ({
  symbol,
  coveredToMs: undefined,
  observing: false,
  minute: undefined,
  previous: undefined,
  lastPrice: undefined,
  lastTradeMs: undefined,
  gaps: [],
  longer: new Map(),
})

export const buildFromTrade = (builder: CandleBuilder, trade: Trade): Candle[] => {
  const openMs = minuteOf(trade.tradedAtMs)
  if (builder.minute && openMs < builder.minute.openMs) return takeLateTrade(builder, trade)
  const closed = closeBefore(builder, openMs)
  builder.minute = minuteWith(builder, trade, openMs)
  builder.lastPrice = trade.price
  builder.lastTradeMs = trade.tradedAtMs
  builder.coveredToMs = Math.max(builder.coveredToMs ?? 0, trade.tradedAtMs)
  return closed
}

/** Takes a closed one-minute candle from elsewhere; one that lies before what is already known is ignored. */
export const buildFromHistory = (builder: CandleBuilder, minute: Candle): Candle[] => {
  const fromMs = builder.coveredToMs ?? openOf('1w', minute.openMs)
  if (builder.observing || (builder.coveredToMs !== undefined && minute.openMs < fromMs)) return []
  addGap(builder, fromMs, minute.openMs)
  for (const gap of minute.missing) addGap(builder, gap.fromMs, gap.toMs)
  const closed = [...closeOverdue(builder, minute.openMs), ...closeMinute(builder, minute)]
  builder.coveredToMs = closeOf(minute)
  builder.lastPrice = minute.close
  return closed
}

/** Exchange time has come this far: minutes that ended more than the grace ago are over. */
export const passTime = (builder: CandleBuilder, at: Instant): Candle[] => {
  if (!builder.observing) return []
  builder.coveredToMs = Math.max(builder.coveredToMs ?? 0, at)
  return closeBefore(builder, minuteOf(at - GRACE_MS))
}

/** The stream is whole from `at`; what lies between this and what was known before is missing. */
export const beginObserving = (builder: CandleBuilder, at: Instant): Candle[] => {
  const fromMs = builder.coveredToMs ?? openOf('1w', at)
  builder.observing = true
  builder.coveredToMs = Math.max(fromMs, at)
  if (fromMs < at) return breakBetween(builder, fromMs, at)
  builder.minute ??= quietMinute(builder, minuteOf(at))
  return []
}

/** Something was dropped between the last trade and the one at this instant. */
export const noteHole = (builder: CandleBuilder, at: Instant): Candle[] => {
  const fromMs = Math.min(builder.lastTradeMs ?? at, at)
  return breakBetween(builder, fromMs, Math.max(at, fromMs + 1))
}

/** The stream broke at the last instant observed. */
export const stopObserving = (builder: CandleBuilder): void => {
  builder.observing = false
}

/** Nothing more will come: minutes that are over close without grace. */
export const endObserving = (builder: CandleBuilder): Candle[] => {
  builder.observing = false
  return builder.coveredToMs === undefined ? [] : closeBefore(builder, minuteOf(builder.coveredToMs))
}

/** The candle still forming, if anything is known of it. */
export const formingCandle = (builder: CandleBuilder, interval: Interval): Candle | undefined => {
  const { minute } = builder
  const closed = builder.longer.get(interval)
  if (!minute) return closed && withGaps(builder, closed)
  const openMs = openOf(interval, minute.openMs)
  const candle = closed?.openMs === openMs ? mergeCandles(closed, minute) : { ...minute, interval, openMs, missing: [] }
  return withGaps(builder, candle)
}

const minuteOf = (at: Instant): Instant => openOf('1m', at)

const withGaps = (builder: CandleBuilder, candle: Candle): Candle => {
  if (builder.gaps.length === 0) return candle
  const missing = clipRanges(builder.gaps, candle.openMs, closeOf(candle))
  return missing.length === 0 ? candle : { ...candle, missing }
}

const addGap = (builder: CandleBuilder, fromMs: Instant, toMs: Instant): void => {
  if (fromMs >= toMs) return
  const weekMs = openOf('1w', toMs)
  builder.gaps = mergeRanges([...builder.gaps, { fromMs, toMs }]).filter((gap) => gap.toMs > weekMs)
}

const breakBetween = (builder: CandleBuilder, fromMs: Instant, toMs: Instant): Candle[] => {
  addGap(builder, fromMs, toMs)
  builder.lastPrice = undefined
  return closeBefore(builder, minuteOf(toMs))
}

/** A trade whose minute is closed: its figures stay as they were told, and the instant is listed as missing. */
const takeLateTrade = (builder: CandleBuilder, { tradedAtMs }: Trade): Candle[] => {
  addGap(builder, tradedAtMs, tradedAtMs + 1)
  const { previous } = builder
  return previous?.openMs === minuteOf(tradedAtMs) ? [withGaps(builder, previous)] : []
}

/** The forming minute with the trade in it. After a gap the minutes without a known price are missing too. */
const minuteWith = (builder: CandleBuilder, trade: Trade, openMs: Instant): Candle => {
  const { minute } = builder
  if (minute && minute.tradeCount !== 0) return addTrade(minute, trade)
  const gapEndMs = builder.gaps.at(-1)?.toMs
  if (builder.lastPrice === undefined && gapEndMs !== undefined) addGap(builder, gapEndMs, openMs)
  return candleOfTrade(trade, '1m', openMs)
}

const quietMinute = ({ symbol, lastPrice }: CandleBuilder, openMs: Instant): Candle | undefined =>
  lastPrice === undefined ? undefined : flatCandle({ symbol, interval: '1m', openMs, price: lastPrice })

/** Ends every candle that is over at the minute opening at `openMs`: the forming minute, quiet ones, longer ones. */
const closeBefore = (builder: CandleBuilder, openMs: Instant): Candle[] => {
  const closed: Candle[] = []
  while (builder.minute && builder.minute.openMs < openMs) {
    const minute = withGaps(builder, builder.minute)
    closed.push(...closeMinute(builder, minute))
    builder.previous = minute
    builder.minute = quietMinute(builder, closeOf(minute))
  }
  closed.push(...closeOverdue(builder, openMs))
  return closed
}

/** Folds a closed minute into the longer candles and closes those it ends. */
const closeMinute = (builder: CandleBuilder, minute: Candle): Candle[] => {
  const closed = [minute]
  const endMs = closeOf(minute)
  for (const interval of LONGER) {
    const openMs = openOf(interval, minute.openMs)
    const before = builder.longer.get(interval)
    const candle = before ? mergeCandles(before, minute) : { ...minute, interval, openMs, missing: [] }
    builder.longer.set(interval, candle)
    if (closeOf(candle) !== endMs) continue
    closed.push(withGaps(builder, candle))
    builder.longer.delete(interval)
  }
  return closed
}

/** Longer candles whose last minutes were missing have no minute to end them. */
const closeOverdue = (builder: CandleBuilder, at: Instant): Candle[] => {
  const closed: Candle[] = []
  for (const [interval, candle] of builder.longer) {
    if (closeOf(candle) > at) continue
    closed.push(withGaps(builder, candle))
    builder.longer.delete(interval)
  }
  return closed
}
