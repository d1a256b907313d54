import type { Instant } from '../../core/instant.ts'
import { type Ticks, ticks } from '../../domain/market/instrument.ts'
import { type Interval, lengthOf, openOf } from '../../domain/market/interval.ts'

/** A candle of the mark price. */
export interface MarkCandle {
  readonly openMs: Instant
  readonly open: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly close: Ticks
}

/** What the mark was at an instant, where the market can tell. */
export type MarkAt = (at: Instant) => Ticks | undefined

/** Which candles are wanted: from the beginning of the span where one is given, else the newest. */
export interface MarkSpan {
  readonly interval: Interval
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly limit: number
  readonly nowMs: Instant
}

/** How often the mark is looked at for a candle; its highest and lowest are of these. */
export const MARK_SAMPLES = 4

/** Candles of what the mark was, oldest first. */
export const markCandles = (markAt: MarkAt, { interval, fromMs, toMs, limit, nowMs }: MarkSpan): MarkCandle[] => {
  const length = lengthOf(interval)
  const newest = openOf(interval, Math.min(toMs ?? nowMs, nowMs))
  const oldest = fromMs === undefined ? newest - (limit - 1) * length : openOf(interval, fromMs + length - 1)
  const candles: MarkCandle[] = []
  for (let openMs = oldest; openMs <= newest && candles.length < limit; openMs += length) {
    candles.push(candleOf(markAt, openMs, Math.min(openMs + length, nowMs)))
  }
  return candles
}

const candleOf = (markAt: MarkAt, openMs: Instant, toMs: Instant): MarkCandle => {
  const step = (toMs - openMs) / MARK_SAMPLES
  const at = (index: number): number => markAt(Math.floor(openMs + index * step)) ?? 0
  const marks = Array.from({ length: MARK_SAMPLES + 1 }, (_, index) => at(index))
  const [open = 0, close = open] = [marks[0], marks.at(-1)]
  return {
    openMs,
    open: ticks(open),
    high: ticks(Math.max(...marks)),
    low: ticks(Math.min(...marks)),
    close: ticks(close),
  }
}
