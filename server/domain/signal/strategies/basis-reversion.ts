/** Strategy S12, basis reversion: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { lagged } from '../indicators/lagged.ts'
import { zscoreAndMean } from '../indicators/zscore.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { stopLongAt, type TargetedSetup } from './entry.ts'
import { type Find, type Shared, sharingBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

const params = { basisBars: 96, scoreMax: -2.5, atrBars: 14, stopAtr: 1.5, horizonBars: 16 }

type FindParams = Omit<typeof params, 'stopAtr'>

interface BasisScore {
  readonly basis: number
  readonly z: number
  readonly before: number
  readonly mean: number
  readonly range: number
}

const basisScore: Shared<FindParams, BasisScore> = {
  begin(p) {
    const scoreAt = zscoreAndMean(p.basisBars)
    const scoreBefore = lagged(1)
    const rangeAt = atr(p.atrBars)
    return (bar, context) => {
      const basis = context.basis ?? Number.NaN
      const { z, mean } = scoreAt(basis)
      return { basis, z, before: scoreBefore(z), mean, range: rangeAt(bar) }
    }
  },
  mirror: ({ basis, z, before, mean, range }) => ({ basis: -basis, z: -z, before: -before, mean: -mean, range }),
}

const findLong =
  (p: FindParams): Find<TargetedSetup, BasisScore> =>
  ({ close }, _, { basis, z, before, mean, range }) => {
    if (!(z <= p.scoreMax && z > before)) return null
    return {
      close,
      atr: range,
      score: p.scoreMax - z,
      takeProfit: close + Math.abs(close) * (mean - basis),
      features: { z, zBefore: before, basis, basisMean: mean },
    }
  }

/** Sideways market; the basis drops sharply at bar 110 and recovers slightly at bar 111. */
const golden: GoldenCase = {
  bars: makeBars(1_000, repeat(60, 2, -2)),
  context: (index) => ({ ...NOTHING_KNOWN, basis: BASIS_MOVES[index] ?? (index % 2) / 10_000 }),
  ideas: [
    {
      at: 111,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 3.888145214,
        stopLoss: 994,
        takeProfit: 1001.809375,
        features: { atr: 4, z: -6.388145214, zBefore: -9.480020274, basis: -0.0018, basisMean: 9.375e-6 },
      },
    },
  ],
}

const BASIS_MOVES: Readonly<Record<number, number>> = { 110: -0.002, 111: -0.0018 }

/**
 * Basis reversion: long when the perpetual is unusually cheap relative to its index and no longer getting cheaper. The
 * target is the price at which the basis is at its mean with the index unchanged, to first order in the basis. A bar
 * without a basis suppresses signals while it is in the window. Score: distance of the z-score beyond its threshold.
 */
export const basisReversion: BuiltInStrategy<typeof params> = {
  id: 'S12',
  name: 'BASIS_REVERSION',
  family: 'CARRY',
  version: 1,
  warmupBars: Math.max(params.basisBars, settled(params.atrBars)),
  horizonBars: params.horizonBars,
  needs: ['BASIS'],
  golden,
  ...sharingBothWays({ params, placing: ['stopAtr'], shared: basisScore, begin: findLong, place: stopLongAt }),
}
