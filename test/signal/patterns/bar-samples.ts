import {
  barsOfRows as barsOf,
  CALM,
  CALM_BARS,
  type Row,
  signAfterCalm as signOf,
} from '../../../server/domain/signal/golden/made-bars.ts'
import type { PatternDefinition, Sign } from '../../../server/domain/signal/patterns/pattern.ts'

export { barsOf, CALM, CALM_BARS, type Row }

/** Returns the sign of the pattern on the last bar, after calm bars. */
export const signAfterCalm = (definition: PatternDefinition | undefined, rows: readonly Row[]): Sign => {
  if (!definition) throw new Error('no such definition')
  return signOf(definition, rows)
}

export interface BothSigns {
  readonly strict: Sign
  readonly continuous: Sign
}

/** Returns the sign of a pattern in both gap modes. */
export const signsAfterCalm = (definitions: readonly PatternDefinition[], rows: readonly Row[]): BothSigns => {
  const [strict, continuous] = definitions
  return { strict: signAfterCalm(strict, rows), continuous: signAfterCalm(continuous, rows) }
}

export const NEITHER: BothSigns = { strict: 0, continuous: 0 }

export const upsideDown = ({ strict, continuous }: BothSigns) => ({ strict: 0 - strict, continuous: 0 - continuous })

/** Mirrors rows about the middle of a calm bar. */
export const mirrored = (rows: readonly Row[]): Row[] =>
  rows.map(([open, high, low, close]) => [2_010 - open, 2_010 - low, 2_010 - high, 2_010 - close])

/** Returns the bars with one replaced. */
export const withRow = (rows: readonly Row[], index: number, row: Row): readonly Row[] => rows.with(index, row)
