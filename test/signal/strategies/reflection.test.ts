import { describe, expect, it } from 'vitest'
import { STRATEGIES } from '../../../server/domain/signal/strategies/index.ts'
import { mirrorContext } from '../../../server/domain/signal/strategies/mirror.ts'
import type { Direction, Idea } from '../../../server/domain/signal/strategy.ts'
import { type GoldenIdea, reflected, replayStrategy, rounded } from './series.ts'

/** All prices of the series stay positive when reflected in it. */
const LEVEL = 1_500

describe('a strategy', () => {
  it.each(STRATEGIES)('$id mirrors its ideas for rising prices on falling ones', (definition) => {
    const series = definition.golden
    const ofBars = replayStrategy(definition, series.bars, { context: series.context })
    const ofReflected = replayStrategy(definition, reflected(series.bars, LEVEL), {
      context: (index) => mirrorContext(series.context(index)),
    })
    expect(ofBars).not.toEqual([])
    expect(rounded(ofReflected.map(toOutline))).toEqual(rounded(ofBars.map(toOutline).map(reflectedOutline)))
  })
})

interface Outline {
  readonly at: number
  readonly kind: Idea['kind']
  readonly direction: Direction
  readonly stopLoss: number | null
}

const toOutline = ({ at, idea }: GoldenIdea): Outline => ({
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
