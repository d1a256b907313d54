import type { Instant } from '../core/instant.ts'
import { ok, type Result } from '../core/result.ts'
import { mergeRanges } from '../core/time-ranges.ts'
import { closeOf } from '../domain/market/candle.ts'
import { formingCandle } from '../domain/market/candle-builder.ts'
import { type Interval, lengthOf, openOf } from '../domain/market/interval.ts'
import type { CandleStore } from '../engine/ports.ts'
import { type Answer, agedAnswer, type ViewRefusal } from './answer.ts'
import { type CandleSeries, createCandleSeries, type PrintedCandle, printCandle } from './candle-series.ts'
import { MAX_AGE_MS } from './freshness.ts'
import { findObserved, type MarketReader, type ObservedMarket } from './market-reader.ts'

export interface KlinesAsked {
  readonly symbol: string
  readonly interval: Interval
  /** Opening times, half-open. */
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly limit: number
  readonly includeOpen: boolean
}

export interface KlinesView {
  readonly series: CandleSeries
  answer(asked: KlinesAsked): Result<Answer, ViewRefusal>
}

/** Candles of one instrument in order of time, with what is missing between and inside them. */
export const createKlinesView = (reader: MarketReader, store: CandleStore): KlinesView => {
  const series = createCandleSeries(store)
  return {
    series,
    answer(asked) {
      const found = findObserved(reader, asked.symbol, 'candle')
      if (!found.ok) return found
      const entry = found.value
      const key = ['klines', asked.symbol, asked.interval, asked.fromMs, asked.toMs, asked.limit, asked.includeOpen]
      const open = asked.includeOpen ? `.${entry.tape.count}` : ''
      const version = `${entry.versions.candles}${open}`
      return ok(
        reader.cache(key.join('.'), version, (etag) =>
          agedAnswer(etag, headOf(series, entry, asked), {
            entry,
            maxAgeMs: MAX_AGE_MS.klines,
            origin: reader.origin,
          }),
        ),
      )
    },
  }
}

const headOf = (series: CandleSeries, entry: ObservedMarket, asked: KlinesAsked): string => {
  const { interval, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, limit } = asked
  const closed = series.find({ symbol: asked.symbol, interval, fromMs, toMs, limit }, entry.instrument)
  const forming = asked.includeOpen ? formingCandle(entry.candles, interval) : undefined
  const shown = forming && forming.openMs >= fromMs && forming.openMs < toMs
  const candles = shown ? [...closed, printCandle(forming, entry.instrument, false)].slice(-limit) : closed
  const items = candles.map(({ json }) => json).join(',')
  return `{"items":[${items}],"gaps":${JSON.stringify(gapsOf(candles, entry, asked))},"nextCursor":null`
}

/** What is missing inside the candles, between them, and at the ends of the range asked for. */
const gapsOf = (candles: readonly PrintedCandle[], entry: ObservedMarket, asked: KlinesAsked) => {
  const inside = candles.flatMap(({ candle }) => candle.missing)
  const between = candles.map(({ candle }, index) => {
    const before = candles[index - 1]?.candle
    return { fromMs: before ? closeOf(before) : candle.openMs, toMs: candle.openMs }
  })
  return mergeRanges([...inside, ...between, leadingGap(candles, entry, asked), trailingGap(candles, entry, asked)])
}

const NO_GAP = { fromMs: 0, toMs: 0 }

/** Nothing is known from `from` to the first candle, unless the limit cut it off. */
const leadingGap = (
  candles: readonly PrintedCandle[],
  entry: ObservedMarket,
  { fromMs, toMs, interval, limit }: KlinesAsked,
) => {
  if (fromMs === undefined || candles.length === limit) return NO_GAP
  const endMs = candles[0]?.candle.openMs ?? Math.min(toMs ?? entry.exchangeTimeMs, entry.exchangeTimeMs)
  return { fromMs: openOf(interval, fromMs + lengthOf(interval) - 1), toMs: openOf(interval, endMs) }
}

/** A break after the last candle that no later candle shows yet. */
const trailingGap = (
  candles: readonly PrintedCandle[],
  { candles: builder }: ObservedMarket,
  { toMs }: KlinesAsked,
) => {
  const last = candles.at(-1)
  const gap = builder.gaps.at(-1)
  if (!last || !gap) return NO_GAP
  return { fromMs: Math.max(gap.fromMs, closeOf(last.candle)), toMs: Math.min(gap.toMs, toMs ?? gap.toMs) }
}
