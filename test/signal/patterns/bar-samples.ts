import { MINUTE_MS } from '../../../server/core/instant.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import type { PatternDefinition, Sign } from '../../../server/domain/signal/patterns/pattern.ts'
import { createPatternReader } from '../../../server/domain/signal/patterns/pattern-reader.ts'

/** Open, high, low, close. */
export type Row = readonly [number, number, number, number]

/** White, with a body of 10 and a shadow of 5 at either end. */
export const CALM: Row = [1_000, 1_015, 995, 1_010]

/** After calm bars alone a usual body is 10, a doji within 2, a short shadow 5, near 4, far 12 and equal 1. */
export const CALM_BARS: readonly Row[] = Array.from({ length: 14 }, () => CALM)

export const barsOf = (rows: readonly Row[]): Bar[] =>
  rows.map(([open, high, low, close], index) => ({
    openMs: index * MINUTE_MS,
    open,
    high,
    low,
    close,
    volume: 1,
    takerBuyVolume: null,
  }))

/** What the pattern says of the last bar, after calm ones. */
export const signAfterCalm = (definition: PatternDefinition | undefined, rows: readonly Row[]): Sign => {
  if (!definition) throw new Error('no such definition')
  const read = createPatternReader([definition])
  let sign: Sign = 0
  for (const bar of barsOf([...CALM_BARS, ...rows])) sign = read(bar)[0]?.direction ?? 0
  return sign
}

export interface BothSigns {
  readonly strict: Sign
  readonly continuous: Sign
}

/** The same of a pattern in both gap modes. */
export const signsAfterCalm = (definitions: readonly PatternDefinition[], rows: readonly Row[]): BothSigns => {
  const [strict, continuous] = definitions
  return { strict: signAfterCalm(strict, rows), continuous: signAfterCalm(continuous, rows) }
}

export const NEITHER: BothSigns = { strict: 0, continuous: 0 }

export const upsideDown = ({ strict, continuous }: BothSigns) => ({ strict: 0 - strict, continuous: 0 - continuous })

/** Upside down, about the middle of a calm bar. */
export const mirrored = (rows: readonly Row[]): Row[] =>
  rows.map(([open, high, low, close]) => [2_010 - open, 2_010 - low, 2_010 - high, 2_010 - close])

/** The bars with one of them replaced. */
export const withRow = (rows: readonly Row[], index: number, row: Row): readonly Row[] => rows.with(index, row)
