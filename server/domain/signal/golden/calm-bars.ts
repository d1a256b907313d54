import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import type { PatternDefinition, Sign } from '../patterns/pattern.ts'
import { createPatternReader } from '../patterns/pattern-reader.ts'

/** Open, high, low, close. */
export type Row = readonly [number, number, number, number]

/** White, with a body of 10 and a shadow of 5 at either end. */
export const CALM: Row = [1_000, 1_015, 995, 1_010]

/** After calm bars alone a usual body is 10, a doji within 2, a short shadow 5, near 4, far 12 and equal 1. */
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

/** Returns the sign of the pattern on the last bar, after calm bars. */
export const signAfterCalm = (definition: PatternDefinition, rows: readonly Row[]): Sign => {
  const read = createPatternReader([definition])
  let sign: Sign = 0
  for (const bar of barsOfRows([...CALM_BARS, ...rows])) sign = read(bar)[0]?.direction ?? 0
  return sign
}
