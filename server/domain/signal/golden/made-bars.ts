/** Synthetic bars for the test vectors of strategies. */

import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import type { PatternDefinition, Sign } from '../patterns/pattern.ts'
import { createPatternReader } from '../patterns/pattern-reader.ts'
import type { BarContext } from '../strategy.ts'

/** Repeats a sequence of price moves. */
export const repeat = (times: number, ...moves: readonly number[]): readonly number[] =>
  Array.from({ length: times }, () => moves).flat()

const BAR_MS = 15 * MINUTE_MS

export interface Wicks {
  readonly up?: number
  readonly down?: number
}

/** Builds bars from the moves of the close, starting at `start`: each bar opens at the previous close. */
export const makeBars = (start: number, moves: readonly number[], { up = 1, down = 1 }: Wicks = {}): readonly Bar[] => {
  let before = start
  return moves.map((move, index) => {
    const open = before
    const close = open + move
    before = close
    return {
      openMs: index * BAR_MS,
      open,
      high: Math.max(open, close) + up,
      low: Math.min(open, close) - down,
      close,
      volume: 8,
      takerBuyVolume: 5,
    }
  })
}

/** Returns the bars with some values of one bar replaced. */
export const withBar = (bars: readonly Bar[], place: number, figures: Partial<Bar>): readonly Bar[] =>
  bars.map((bar, index) => (index === place ? { ...bar, ...figures } : bar))

export const NOTHING_KNOWN: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

export type Contexts = (index: number) => BarContext

/** Open, high, low, close. */
export type Row = readonly [number, number, number, number]

/** White bar with a body of 10 and shadows of 5. */
export const CALM: Row = [1_000, 1_015, 995, 1_010]

/**
 * Calm bars, which set the usual body to 10, the doji body to 2, a short shadow to 5, near to 4, far to 12 and equal to
 * 1.
 */
export const CALM_BARS: readonly Row[] = Array.from({ length: 14 }, () => CALM)

export const barsOfRows = (rows: readonly Row[]): Bar[] =>
  rows.map(([open, high, low, close], index) => ({
    openMs: index * MINUTE_MS,
    open,
    high,
    low,
    close,
    volume: 1,
    takerBuyVolume: null,
  }))

/** Returns the sign of the pattern at the last bar, after calm bars. */
export const signAfterCalm = (definition: PatternDefinition, rows: readonly Row[]): Sign => {
  const read = createPatternReader([definition])
  let sign: Sign = 0
  for (const bar of barsOfRows([...CALM_BARS, ...rows])) sign = read(bar)[0]?.direction ?? 0
  return sign
}
