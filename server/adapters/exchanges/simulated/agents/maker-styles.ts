import type { InstrumentSpec } from '../instrument-specs.ts'
import { tickSize } from '../spec-units.ts'
import type { MakerStyle } from './market-maker.ts'

const QUOTES = 32
const BASIS_POINT = 1e-4

/** Distances between quotes in basis points of the price, and at least so many ticks. */
const STANDS = [
  { gapBps: 0, gapMinTicks: 1, size: 2, fickleness: 0.03 },
  { gapBps: 0.06, gapMinTicks: 1, size: 8, fickleness: 0.01 },
  { gapBps: 0.35, gapMinTicks: 2, size: 30, fickleness: 0.003 },
]

/** Three makers behind one another: a nimble one at the touch, a larger one behind it, and a deep one. */
export const makerStyles = (spec: InstrumentSpec): MakerStyle[] => {
  const ticksPerBp = (spec.level * BASIS_POINT) / tickSize(spec)
  let from = 0
  return STANDS.map(({ gapBps, gapMinTicks, size, fickleness }) => {
    const spacing = Math.max(gapMinTicks, Math.round(gapBps * ticksPerBp))
    const style = { from, spacing, quotes: QUOTES, size, fickleness }
    from = Math.round(((from + spacing * QUOTES) * 2) / 3)
    return style
  })
}
