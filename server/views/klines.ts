import type { Instant } from '../core/instant.ts'
import { ok, type Result } from '../core/result.ts'
import { mergeRanges } from '../core/time-ranges.ts'
import { closeTime } from '../domain/market/candle.ts'
import { formingCandle } from '../domain/market/candle-builder.ts'
import { type Interval, intervalLength, intervalStart } from '../domain/market/interval.ts'
import type { CandleStore } from '../engine/model/ports.ts'
import { type Answer, agedAnswer, type ViewRefusal } from './answer.ts'
import { type CandleSeries, createCandleSeries, type PrintedCandle, printCandle } from './candle-series.ts'
import { MAX_AGE_MS } from './freshness.ts'
import { findObserved, type MarketReader, type ObservedMarket } from './market-reader.ts'

/** Creates the view of candles of one instrument in chronological order, with the gaps between and inside them. */
export const createKlinesView = (reader: MarketReader, store: CandleStore): KlinesView => {
  const series = createCandleSeries(store)
  return {
    series,
    answer(query) {
      const result = findObserved(reader, query.symbol, 'candle')
      if (!result.ok) return result
      const entry = result.value
      const key = ['klines', query.symbol, query.interval, query.fromMs, query.toMs, query.limit, query.includeOpen]
      const open = query.includeOpen ? `.${entry.tape.count}` : ''
      const version = `${entry.versions.candles}.${series.revision(query.symbol)}${open}`
      return ok(
        reader.cache(key.join('.'), version, (etag) =>
          agedAnswer(etag, renderHead(series, entry, query), {
            entry,
            maxAgeMs: MAX_AGE_MS.klines,
            origin: reader.origin,
          }),
        ),
      )
    },
  }
}

export interface CandleQuery {
  readonly symbol: string
  readonly interval: Interval
  /** Range of opening times, half-open. */
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly limit: number
  readonly includeOpen: boolean
}

export interface KlinesView {
  readonly series: CandleSeries
  answer(query: CandleQuery): Result<Answer, ViewRefusal>
}

const renderHead = (series: CandleSeries, entry: ObservedMarket, query: CandleQuery): string => {
  const { interval, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, limit } = query
  const closed = series.find({ symbol: query.symbol, interval, fromMs, toMs, limit }, entry.instrument)
  const forming = query.includeOpen ? formingCandle(entry.candles, interval) : undefined
  const includesForming = forming && forming.openMs >= fromMs && forming.openMs < toMs
  const candles = includesForming ? [...closed, printCandle(forming, entry.instrument, false)].slice(-limit) : closed
  const items = candles.map(({ json }) => json).join(',')
  return `{"items":[${items}],"gaps":${JSON.stringify(findGaps(candles, entry, query))},"nextCursor":null`
}

/** Returns the gaps inside the candles, between them, and at the ends of the requested range. */
const findGaps = (candles: readonly PrintedCandle[], entry: ObservedMarket, query: CandleQuery) => {
  const inside = candles.flatMap(({ candle }) => candle.missing)
  const between = candles.map(({ candle }, index) => {
    const before = candles[index - 1]?.candle
    return { fromMs: before ? closeTime(before) : candle.openMs, toMs: candle.openMs }
  })
  return mergeRanges([...inside, ...between, leadingGap(candles, entry, query), trailingGap(candles, entry, query)])
}

const NO_GAP = { fromMs: 0, toMs: 0 }

/** Returns the gap from `from` to the first candle, unless the limit cut it off. */
const leadingGap = (
  candles: readonly PrintedCandle[],
  entry: ObservedMarket,
  { fromMs, toMs, interval, limit }: CandleQuery,
) => {
  if (fromMs === undefined || candles.length === limit) return NO_GAP
  const endMs = candles[0]?.candle.openMs ?? Math.min(toMs ?? entry.exchangeTimeMs, entry.exchangeTimeMs)
  return {
    fromMs: intervalStart(interval, fromMs + intervalLength(interval) - 1),
    toMs: intervalStart(interval, endMs),
  }
}

/** Returns a gap after the last candle that is not yet covered by a later candle. */
const trailingGap = (
  candles: readonly PrintedCandle[],
  { candles: builder }: ObservedMarket,
  { toMs }: CandleQuery,
) => {
  const last = candles.at(-1)
  const gap = builder.gaps.at(-1)
  if (!last || !gap) return NO_GAP
  return { fromMs: Math.max(gap.fromMs, closeTime(last.candle)), toMs: Math.min(gap.toMs, toMs ?? gap.toMs) }
}
