/** Strategy S07, z-score reversion: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { varianceRatio } from '../indicators/variance-ratio.ts'
import { zscoreAndMean } from '../indicators/zscore.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { stopLongAt, type TargetedSetup } from './entry.ts'
import { type Find, type Shared, sharingBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

const params = {
  scoreBars: 48,
  scoreMax: -2,
  ratioLag: 4,
  ratioBars: 500,
  ratioMax: 0.9,
  fundingScoreMax: 1,
  atrBars: 14,
  stopAtr: 2,
  horizonBars: 24,
}

type FindParams = Omit<typeof params, 'stopAtr'>

interface Reversion {
  readonly z: number
  readonly mean: number
  readonly readRatio: () => number
  readonly range: number
}

const reversion: Shared<FindParams, Reversion> = {
  begin(p) {
    const scoreAt = zscoreAndMean(p.scoreBars)
    const ratioAt = varianceRatio({ q: p.ratioLag, n: p.ratioBars })
    const rangeAt = atr(p.atrBars)
    return (bar) => {
      const { z, mean } = scoreAt(bar.close)
      return { z, mean, readRatio: ratioAt(bar.close), range: rangeAt(bar) }
    }
  },
  mirror: ({ z, mean, readRatio, range }) => ({ z: -z, mean: -mean, readRatio, range }),
}

const findLong =
  (p: FindParams): Find<TargetedSetup, Reversion> =>
  ({ close }, { fundingZ }, { z, mean, readRatio, range }) => {
    if (!(z <= p.scoreMax) || fundingZ === null || fundingZ > p.fundingScoreMax) return null
    const ratio = readRatio()
    if (!(ratio < p.ratioMax)) return null
    return {
      close,
      atr: range,
      score: p.scoreMax - z,
      takeProfit: mean,
      features: { z, varianceRatio: ratio, fundingZ, meanAtr: (mean - close) / range },
    }
  }

/** Sideways market moving back and forth, then a bar far below. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(260, 1, -1), -6, 6]),
  context: () => ({ ...NOTHING_KNOWN, fundingZ: 1 }),
  ideas: [
    {
      at: 520,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 4.048207178,
        stopLoss: 987.2857143,
        takeProfit: 1000.354167,
        features: {
          atr: 3.357142857,
          z: -6.048207178,
          varianceRatio: 0.02354539499,
          fundingZ: 1,
          meanAtr: 1.892730496,
        },
      },
    },
  ],
}

/**
 * Z-score reversion: long on a close two deviations below the mean in a mean-reverting market, unless longs pay
 * unusually high funding; the target is the mean. Score: distance of the z-score beyond its threshold.
 */
export const zscoreReversion: BuiltInStrategy<typeof params> = {
  id: 'S07',
  name: 'ZSCORE_REVERSION',
  family: 'MEAN_REVERSION',
  version: 1,
  warmupBars: Math.max(params.scoreBars, params.ratioBars, settled(params.atrBars)),
  horizonBars: params.horizonBars,
  needs: ['FUNDING'],
  golden,
  ...sharingBothWays({ params, placing: ['stopAtr'], shared: reversion, begin: findLong, place: stopLongAt }),
}
