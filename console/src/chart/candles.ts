/** Candle series of a chart: applies updates, prepends older pages, merges gaps, and finds candles by time. */

import type { components } from '@plimsoll/client'

/** Returns the candles with updates applied; undefined when candles are missing in between. */
export const candlesAfter = (before: readonly Candle[], received: readonly Candle[]): readonly Candle[] | undefined => {
  const [first] = received
  const last = before.at(-1)
  if (!first) return before
  if (!last) return received
  if (first.openTimeMs > last.closeTimeMs + 1) return undefined
  const after = [...before]
  for (const candle of received) put(after, candle)
  return after.slice(-CANDLES_MAX)
}

/** Maximum number of candles held, which bounds the cost of drawing. */
export const CANDLES_MAX = 5_000

export type Candle = components['schemas']['Kline']
export type Gap = components['schemas']['Klines']['gaps'][number]

/** Inserts or replaces a candle. Candles older than the known ones are requested, never streamed. */
const put = (candles: Candle[], candle: Candle): void => {
  const at = candles.findLastIndex(({ openTimeMs }) => openTimeMs <= candle.openTimeMs)
  const before = candles[at]
  if (!before) return
  const isAgain = before.openTimeMs === candle.openTimeMs
  candles.splice(isAgain ? at : at + 1, isAgain ? 1 : 0, candle)
}

/** Returns the candles preceded by older ones. */
export const candlesWithOlder = (candles: readonly Candle[], older: readonly Candle[]): readonly Candle[] => {
  const begunAt = candles[0]?.openTimeMs ?? Number.POSITIVE_INFINITY
  return [...older.filter(({ openTimeMs }) => openTimeMs < begunAt), ...candles].slice(-CANDLES_MAX)
}

/** Returns each gap once, in order of time. */
export const mergedGaps = (gaps: readonly Gap[]): readonly Gap[] =>
  [...new Map(gaps.map((gap) => [gap.fromMs, gap])).values()].toSorted((a, b) => a.fromMs - b.fromMs)

/** Returns the index of the first candle that differs from the drawn ones; their number when none differs. */
export const changedFrom = (drawn: readonly Candle[], now: readonly Candle[]): number => {
  const at = drawn.findIndex((candle, index) => candle !== now[index])
  return at === -1 ? drawn.length : at
}

/**
 * Returns whether a series has to be drawn from its beginning: it can only be continued from the last drawn candle on.
 */
export const needsRedraw = (drawn: readonly Candle[], now: readonly Candle[]): boolean =>
  drawn.length === 0 || now.length < drawn.length || changedFrom(drawn, now) < drawn.length - 1

/** Returns the candle that contains an instant; undefined when there is none. */
export const candleAt = (candles: readonly Candle[], atMs: number): Candle | undefined => {
  const candle = candles.findLast(({ openTimeMs }) => openTimeMs <= atMs)
  return candle && atMs <= candle.closeTimeMs ? candle : undefined
}
