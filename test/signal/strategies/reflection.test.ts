import { describe, expect, it } from 'vitest'
import { STRATEGIES } from '../../../server/domain/signal/strategies/index.ts'
import { mirrorContext } from '../../../server/domain/signal/strategies/mirrored.ts'
import type { Direction, Idea } from '../../../server/domain/signal/strategy.ts'
import * as golden from './golden-series.ts'
import { type Heard, heard, reflected, rounded } from './series.ts'

/** All prices of the series stay positive when reflected in it. */
const LEVEL = 1_500

const SERIES: Readonly<Record<string, golden.GoldenSeries>> = {
  S01: golden.donchianSeries,
  S02: golden.pullbackSeries,
  S03: golden.flipSeries,
  S04: golden.momentumSeries,
  S05: golden.macdSeries,
  S06: golden.bandSeries,
  S07: golden.zscoreSeries,
  S08: golden.dipSeries,
  S09: golden.squeezeSeries,
  S10: golden.narrowSeries,
  S11: golden.fundingSeries,
  S12: golden.basisSeries,
}

describe('a strategy', () => {
  it.each(STRATEGIES)('$id says of falling prices what it says of rising ones', (definition) => {
    const series = SERIES[definition.id] ?? golden.donchianSeries
    const ofBars = heard(definition, series.bars, { context: series.context })
    const ofReflected = heard(definition, reflected(series.bars, LEVEL), {
      context: (index) => mirrorContext(series.context(index)),
    })
    expect(ofBars).not.toEqual([])
    expect(rounded(ofReflected.map(outlineOf))).toEqual(rounded(ofBars.map(outlineOf).map(reflectedOutline)))
  })
})

interface Outline {
  readonly at: number
  readonly kind: Idea['kind']
  readonly direction: Direction
  readonly stopLoss: number | null
}

const outlineOf = ({ at, idea }: Heard): Outline => ({
  at,
  kind: idea.kind,
  direction: idea.direction,
  stopLoss: idea.kind === 'ENTER' ? idea.stopLoss : null,
})

const reflectedOutline = (outline: Outline): Outline => ({
  ...outline,
  direction: 'SHORT',
  stopLoss: outline.stopLoss && 2 * LEVEL - outline.stopLoss,
})
