import fc from 'fast-check'
import { createRandom, type Random } from '../../../server/core/random.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import type { BarContext } from '../../../server/domain/signal/strategy.ts'
import { type Contexts, NOTHING_KNOWN } from './series.ts'

/** Market of one walk, on a grid of eighths, so that mirrored figures are exact. */
export interface Walk {
  readonly bars: readonly Bar[]
  readonly context: Contexts
}

/** Walks long enough for every strategy to be warm on fifteen-minute bars, calm or wild, drifting or not. */
export const anyWalk: fc.Arbitrary<Walk> = fc
  .record({
    seed: fc.integer(),
    pace: fc.constantFrom(0, 1, 4, 40),
    drift: fc.constantFrom(-0.1, 0, 0.1),
    stillness: fc.constantFrom(0, 0.5),
  })
  .map((shape) => createWalk(shape))

export interface WalkShape {
  readonly seed: number
  /** Maximum size of a step, in eighths. */
  readonly pace: number
  /** Excess probability of an upward step. */
  readonly drift: number
  /** Share of steps without a move. */
  readonly stillness: number
}

const LENGTH = 1_100
const START = 8_000

export const createWalk = ({ seed, pace, drift, stillness }: WalkShape): Walk => {
  const random = createRandom(seed)
  const step = (): number => (random() < stillness ? 0 : Math.round((random() * 2 - 1 + drift) * pace))
  const basis = wanderingBasis(random)
  const contexts = Array.from({ length: LENGTH }, () => createContext(random, basis()))
  let close = START
  const bars = Array.from({ length: LENGTH }, (_, index): Bar => {
    const open = close
    const path = Array.from({ length: 4 }, step).map((move) => {
      close = Math.max(8, close + move)
      return close
    })
    const bought = Math.floor(random() * 8)
    return {
      openMs: index * 900_000,
      open: open / 8,
      high: Math.max(open, ...path) / 8,
      low: Math.min(open, ...path) / 8,
      close: close / 8,
      volume: 8,
      takerBuyVolume: bought,
    }
  })
  return { bars, context: (index) => contexts[index] ?? NOTHING_KNOWN }
}

/** Binary fractions throughout. */
const createContext = (random: Random, basis: number): BarContext => ({
  fundingRate: Math.round((random() - 0.5) * 64) / 65_536,
  fundingPercentile: Math.round(random() * 64) / 64,
  fundingZ: Math.round((random() - 0.5) * 64) / 16,
  basis,
  openInterestChange: Math.round((random() - 0.25) * 64) / 64,
})

/** Returns a basis that is almost constant, with occasional jumps from which it returns. */
const wanderingBasis = (random: Random): (() => number) => {
  let level = 0
  return () => {
    const jump = random() < 0.03 ? 400 : 6
    level = Math.round(0.75 * level + (random() - 0.5) * jump)
    return level / 65_536
  }
}
