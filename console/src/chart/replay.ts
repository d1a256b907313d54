/** Bar replay of a chart: the candles that had closed at an instant, and steps between such instants. */

import type { Candle } from './candles.ts'

/** Returns the candles that had closed by an instant. */
export const replayedCandles = (candles: readonly Candle[], untilMs: number): readonly Candle[] =>
  candles.filter(({ closed, closeTimeMs }) => closed && closeTimeMs <= untilMs)

/** Returns the instant at which a replay starts: the close of a candle some time ago; undefined without candles. */
export const replayStart = (candles: readonly Candle[]): number | undefined => {
  const closed = candles.filter((candle) => candle.closed)
  return (closed.at(-1 - START_BARS) ?? closed[0])?.closeTimeMs
}

/** Returns the close of the candle so many candles after, or before, the one that a replay has reached. */
export const replayStep = (candles: readonly Candle[], untilMs: number, bars: number): number => {
  const closed = candles.filter((candle) => candle.closed)
  const reached = closed.findLastIndex(({ closeTimeMs }) => closeTimeMs <= untilMs)
  return closed[Math.max(0, Math.min(closed.length - 1, reached + bars))]?.closeTimeMs ?? untilMs
}

const START_BARS = 100
