import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STRATEGIES } from '../../../server/domain/signal/strategies/index.ts'
import { mirrorBar, mirrorContext, mirrorIdea } from '../../../server/domain/signal/strategies/mirror.ts'
import type { Idea } from '../../../server/domain/signal/strategy.ts'
import { runs } from '../../support/runs.ts'
import { type GoldenIdea, NOTHING_KNOWN, replayStrategy } from './series.ts'
import { anyWalk, createWalk } from './walks.ts'

const RUNS = { numRuns: runs(8) }

const ideaFigures = (idea: Idea): readonly number[] => [
  ...Object.values(idea.features),
  ...(idea.kind === 'ENTER' ? [idea.score, idea.stopLoss, idea.takeProfit] : []),
]

const turnedRound = ({ at, idea }: GoldenIdea): GoldenIdea => ({ at, idea: mirrorIdea(idea) })

/** Returns whether the close lies between stop and target, with the stop on the losing side. */
const isBracketed = (close: number, idea: Idea): boolean => {
  if (idea.kind === 'EXIT') return true
  const sign = idea.direction === 'LONG' ? 1 : -1
  return sign * idea.stopLoss < sign * close && sign * close < sign * idea.takeProfit
}

describe.each(STRATEGIES)('$id on a random walk', (definition) => {
  it('returns the mirrored idea for mirrored bars at the same bar', () => {
    fc.assert(
      fc.property(anyWalk, ({ bars, context }) => {
        const mirrored = replayStrategy(definition, bars.map(mirrorBar), {
          context: (index) => mirrorContext(context(index)),
        })
        expect(mirrored).toEqual(replayStrategy(definition, bars, { context }).map(turnedRound))
      }),
      RUNS,
    )
  })

  it('returns the same ideas again, and the same prefix for a shorter series', () => {
    fc.assert(
      fc.property(anyWalk, fc.nat({ max: 1_100 }), ({ bars, context }, length) => {
        const whole = replayStrategy(definition, bars, { context })
        expect(replayStrategy(definition, bars.slice(0, length), { context })).toEqual(
          whole.filter(({ at }) => at < length),
        )
      }),
      RUNS,
    )
  })

  it('returns only finite values, with the close between stop and target and at most ten figures', () => {
    fc.assert(
      fc.property(anyWalk, ({ bars, context }) => {
        for (const { at, idea } of replayStrategy(definition, bars, { context })) {
          expect(ideaFigures(idea).every(Number.isFinite)).toBe(true)
          expect(isBracketed(bars[at]?.close ?? Number.NaN, idea)).toBe(true)
          expect(Object.keys(idea.features).length).toBeLessThanOrEqual(10)
          expect(idea.features.atr).toBeGreaterThan(0)
        }
      }),
      RUNS,
    )
  })

  it('signals in both directions and always uses the same names for its figures', () => {
    const ideas = [1, 2, 3, 4, 5, 6].flatMap((seed) => {
      const { bars, context } = createWalk({ seed, pace: 4, drift: 0, stillness: 0 })
      return replayStrategy(definition, bars, { context })
    })
    expect(new Set(ideas.map(({ idea }) => idea.direction)).size).toBe(2)
    const names = ideas.map(({ idea }) => `${idea.kind} ${Object.keys(idea.features).join(' ')}`)
    expect(new Set(names).size).toBeLessThanOrEqual(2)
  })
})

describe('a strategy that needs more than candles', () => {
  it.each(STRATEGIES.filter(({ needs }) => needs.length > 0))('is silent without: $id', (definition) => {
    fc.assert(
      fc.property(anyWalk, ({ bars }) => {
        expect(replayStrategy(definition, bars, { context: () => NOTHING_KNOWN })).toEqual([])
      }),
      RUNS,
    )
  })
})

describe('a strategy that needs candles alone', () => {
  it.each(STRATEGIES.filter(({ needs }) => needs.length === 0))('uses no other data: $id', (definition) => {
    fc.assert(
      fc.property(anyWalk, ({ bars, context }) => {
        expect(replayStrategy(definition, bars, { context })).toEqual(replayStrategy(definition, bars))
      }),
      RUNS,
    )
  })
})
