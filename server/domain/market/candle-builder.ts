import { type Instant, SECOND_MS, type TimeRange } from '../../core/instant.ts'
import { clipRanges, mergeRanges, withoutRange } from '../../core/time-ranges.ts'
import {
  addCandle,
  addTrade,
  type Candle,
  candleOfTrade,
  closeTime,
  type FormingCandle,
  flatCandle,
  mergeCandles,
} from './candle.ts'
import type { Ticks } from './instrument.ts'
import { INTERVALS, type Interval, intervalStart } from './interval.ts'
import type { Trade } from './trade-tape.ts'

/**
 * Candles of every interval for one instrument, built from trades or from one-minute candles. A quiet minute of an
 * unbroken stream is a flat candle; unobserved time is listed in `missing` or omitted, never filled in.
 *
 * Each function here that changes the builder returns the candles it closed in chronological order, each minute before
 * the longer candles it completes.
 */
export interface CandleBuilder {
  readonly symbol: string
  /** Intervals of the longer candles, shortest first. */
  readonly intervals: readonly Interval[]
  /**
   * All time before this instant is covered by a candle, including the forming one, or listed in `gaps`; undefined
   * initially.
   */
  coveredToMs: Instant | undefined
  /** True while the stream is complete. */
  observing: boolean
  /** Time from which minutes are built from trades; earlier trades are part of received candles, or missing. */
  liveSinceMs: Instant
  /** The forming minute; undefined while no price is known. */
  minute: Candle | undefined
  /** The last closed minute and the longer candles it completed. */
  previous: readonly Candle[]
  /** Price for a minute without trades; undefined after a gap, when it may have changed unobserved. */
  lastPrice: Ticks | undefined
  lastTradeMs: Instant | undefined
  /** Unobserved time since the opening of the oldest forming candle. */
  gaps: TimeRange[]
  /** The longer forming candles, excluding the forming minute; each is changed in place. */
  readonly longer: Map<Interval, FormingCandle>
}

/** Grace period after a minute ends in which it still accepts trades delayed behind another stream. */
export const GRACE_MS = 2 * SECOND_MS

/** Maximum number of separate gaps; beyond it, the two oldest are merged along with the time between them. */
const GAPS_MAX = 1_000

/** Creates a builder of one-minute candles and candles of the given longer intervals; of every interval by default. */
export const createCandleBuilder = (symbol: string, intervals: readonly Interval[] = INTERVALS): CandleBuilder => ({
  symbol,
  intervals: INTERVALS.filter((interval) => interval !== '1m' && intervals.includes(interval)),
  coveredToMs: undefined,
  observing: false,
  liveSinceMs: 0,
  minute: undefined,
  previous: [],
  lastPrice: undefined,
  lastTradeMs: undefined,
  gaps: [],
  longer: new Map(),
})

/** Folds a trade of an unbroken stream; trades of a broken stream are ignored. */
export const buildFromTrade = (builder: CandleBuilder, trade: Trade): Candle[] => {
  if (!builder.observing) return []
  const openMs = floorToMinute(trade.tradedAtMs)
  if (openMs < (builder.minute?.openMs ?? floorToMinute(builder.coveredToMs ?? openMs)))
    return takeLateTrade(builder, trade)
  cover(builder, trade.tradedAtMs)
  const closed = closeBefore(builder, openMs)
  const { minute } = builder
  builder.minute = minute && minute.tradeCount !== 0 ? addTrade(minute, trade) : candleOfTrade(trade, '1m', openMs)
  builder.lastPrice = trade.price
  builder.lastTradeMs = trade.tradedAtMs
  cover(builder, trade.tradedAtMs)
  return closed
}

/**
 * Folds a closed one-minute candle received from another source; candles before the known range are ignored. A candle
 * of the minute in which the stream broke replaces the partial one.
 */
export const buildFromHistory = (builder: CandleBuilder, minute: Candle): Candle[] => {
  const fromMs = builder.coveredToMs ?? intervalStart('1w', minute.openMs)
  const isForming = minute.openMs === builder.minute?.openMs
  if (builder.observing || (minute.openMs < floorToMinute(fromMs) && !isForming)) return []
  if (isForming) builder.minute = undefined
  const follows = builder.minute === undefined && builder.coveredToMs === minute.openMs
  const closed = follows ? [] : breakBetween(builder, Math.min(fromMs, minute.openMs), minute.openMs)
  if (builder.gaps.length > 0) {
    builder.gaps = withoutRange(builder.gaps, { fromMs: minute.openMs, toMs: closeTime(minute) })
  }
  for (const gap of minute.missing) addGap(builder, gap.fromMs, gap.toMs)
  closed.push(...closeMinute(builder, minute))
  builder.minute = undefined
  builder.coveredToMs = closeTime(minute)
  builder.lastPrice = minute.missing.at(-1)?.toMs === closeTime(minute) ? undefined : minute.close
  return closed
}

/**
 * Folds a closed minute of an unbroken stream that delivers candles instead of trades; a minute that is already closed
 * is ignored.
 */
export const buildFromMinute = (builder: CandleBuilder, minute: Candle): Candle[] => {
  const { openMs } = minute
  const fromMs = builder.minute?.openMs ?? floorToMinute(builder.coveredToMs ?? openMs)
  if (!builder.observing || openMs < fromMs) return []
  const closed = closeBefore(builder, openMs)
  closed.push(...closeMinute(builder, withGaps(builder, minute)))
  builder.lastPrice = minute.close
  builder.coveredToMs = closeTime(minute)
  builder.minute = quietMinute(builder, builder.coveredToMs)
  return closed
}

/** Advances exchange time, and closes minutes whose grace period has passed. */
export const passTime = (builder: CandleBuilder, at: Instant): Candle[] => {
  if (!builder.observing) return []
  cover(builder, at)
  return closeBefore(builder, floorToMinute(at - GRACE_MS))
}

/** Starts an unbroken stream at `at`; time since the previously known range is missing. */
export const beginObserving = (builder: CandleBuilder, at: Instant): Candle[] => {
  const fromMs = builder.coveredToMs ?? intervalStart('1w', at)
  const closed = fromMs < at ? breakBetween(builder, fromMs, at) : []
  const sinceMs = Math.max(fromMs, at)
  builder.observing = true
  builder.coveredToMs = sinceMs
  builder.liveSinceMs = sinceMs
  builder.minute ??= quietMinute(builder, floorToMinute(sinceMs))
  return closed
}

/** Records that trades were dropped between the last trade and the one at this instant. */
export const noteHole = (builder: CandleBuilder, at: Instant): Candle[] => {
  if (!builder.observing) return []
  addGap(builder, at, at + 1)
  return breakBetween(builder, Math.min(builder.lastTradeMs ?? at, at), at)
}

/** Records that the stream broke at the last observed instant. */
export const stopObserving = (builder: CandleBuilder): void => {
  builder.observing = false
}

/** Ends the observation; completed minutes close without a grace period. */
export const endObserving = (builder: CandleBuilder): Candle[] => {
  builder.observing = false
  return builder.coveredToMs === undefined ? [] : closeBefore(builder, floorToMinute(builder.coveredToMs))
}

/** Returns the forming candle, if any of its data are known. */
export const formingCandle = (builder: CandleBuilder, interval: Interval): Candle | undefined => {
  const { minute } = builder
  const closed = builder.longer.get(interval)
  if (!minute) return closed && withGaps(builder, { ...closed })
  const openMs = intervalStart(interval, minute.openMs)
  const candle = closed?.openMs === openMs ? mergeCandles(closed, minute) : { ...minute, interval, openMs, missing: [] }
  return withGaps(builder, candle)
}

const floorToMinute = (at: Instant): Instant => intervalStart('1m', at)

/** Returns the candle with its unobserved ranges. */
export const withGaps = (builder: CandleBuilder, candle: Candle): Candle => {
  if (builder.gaps.length === 0) return candle
  const missing = clipRanges(builder.gaps, candle.openMs, closeTime(candle))
  return missing.length === 0 ? candle : { ...candle, missing }
}

const addGap = (builder: CandleBuilder, fromMs: Instant, toMs: Instant): void => {
  if (fromMs >= toMs) return
  const formingFromMs = Math.min(fromMs, builder.minute?.openMs ?? fromMs, builder.longer.get('1w')?.openMs ?? fromMs)
  const weekMs = intervalStart('1w', formingFromMs)
  const gaps = mergeRanges([...builder.gaps, { fromMs, toMs }]).filter((gap) => gap.toMs > weekMs)
  const [oldest, next] = gaps
  if (oldest && next && gaps.length > GAPS_MAX) gaps.splice(0, 2, { fromMs: oldest.fromMs, toMs: next.toMs })
  builder.gaps = gaps
}

/** Extends the unbroken range; it counts as covered only once a price is known. */
const cover = (builder: CandleBuilder, at: Instant): void => {
  const { minute, lastPrice, coveredToMs = at } = builder
  const priced = lastPrice === undefined ? minute && Math.min(at, closeTime(minute)) : at
  builder.coveredToMs = Math.max(coveredToMs, priced ?? coveredToMs)
}

/** Marks the range from `fromMs` to `toMs` as unobserved, and the price after it as unknown. */
const breakBetween = (builder: CandleBuilder, fromMs: Instant, toMs: Instant): Candle[] => {
  const closed = closeBefore(builder, floorToMinute(fromMs))
  addGap(builder, fromMs, toMs)
  builder.lastPrice = undefined
  closed.push(...closeBefore(builder, floorToMinute(toMs)))
  return closed
}

/** Handles a trade whose minute is closed: the published candle is unchanged, and the instant is listed as missing. */
const takeLateTrade = (builder: CandleBuilder, { tradedAtMs }: Trade): Candle[] => {
  if (tradedAtMs < builder.liveSinceMs) return []
  addGap(builder, tradedAtMs, tradedAtMs + 1)
  if (builder.previous[0]?.openMs !== floorToMinute(tradedAtMs)) return []
  return builder.previous.map((candle) => withGaps(builder, candle))
}

const quietMinute = ({ symbol, lastPrice }: CandleBuilder, openMs: Instant): Candle | undefined =>
  lastPrice === undefined ? undefined : flatCandle({ symbol, interval: '1m', openMs, price: lastPrice })

/** Closes every candle that ends by the minute opening at `openMs`: the forming minute, quiet ones, longer ones. */
const closeBefore = (builder: CandleBuilder, openMs: Instant): Candle[] => {
  const closed: Candle[] = []
  while (builder.minute && builder.minute.openMs < openMs) {
    const minute = withGaps(builder, builder.minute)
    closed.push(...closeMinute(builder, minute))
    builder.minute = quietMinute(builder, closeTime(minute))
  }
  if (!builder.minute) closed.push(...missUntil(builder, openMs))
  return closed
}

/** Folds a closed minute into the longer candles and closes those it completes. */
const closeMinute = (builder: CandleBuilder, minute: Candle): Candle[] => {
  const closed = [minute]
  const endMs = closeTime(minute)
  for (const interval of builder.intervals) {
    const forming = builder.longer.get(interval)
    if (forming) addCandle(forming, minute)
    const candle = forming ?? startLonger(interval, minute)
    if (closeTime(candle) === endMs) {
      closed.push(withGaps(builder, candle))
      builder.longer.delete(interval)
    } else if (!forming) builder.longer.set(interval, candle)
  }
  builder.previous = closed
  return closed
}

const startLonger = (interval: Interval, minute: Candle): FormingCandle => ({
  ...minute,
  interval,
  openMs: intervalStart(interval, minute.openMs),
  missing: [],
})

/** Marks minutes before the first price as missing; without a minute, longer candles cannot close either. */
const missUntil = (builder: CandleBuilder, openMs: Instant): Candle[] => {
  if (builder.coveredToMs !== undefined && builder.coveredToMs < openMs) {
    addGap(builder, builder.coveredToMs, openMs)
    builder.coveredToMs = openMs
  }
  const overdue = [...builder.longer.values()]
    .filter((candle) => closeTime(candle) <= openMs)
    .sort((a, b) => closeTime(a) - closeTime(b) || b.openMs - a.openMs)
  for (const { interval } of overdue) builder.longer.delete(interval)
  return overdue.map((candle) => withGaps(builder, candle))
}
