/** Strategy S06, Bollinger reversion: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { adx } from '../indicators/adx.ts'
import { atr } from '../indicators/atr.ts'
import { bollinger } from '../indicators/bollinger.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { stopLongAt, type TargetedSetup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

const params = {
  bandBars: 20,
  bandDeviations: 2,
  adxBars: 14,
  adxMax: 20,
  atrBars: 14,
  stopAtr: 1.5,
  horizonBars: 24,
}

const findLong = (p: Omit<typeof params, 'stopAtr'>): Find<TargetedSetup> => {
  const bandsAt = bollinger(p.bandBars, p.bandDeviations)
  const strengthAt = adx(p.adxBars)
  const rangeAt = atr(p.atrBars)
  let wasBelow = false
  return (bar) => {
    const { close } = bar
    const { lower, middle } = bandsAt(close)
    const strength = strengthAt(bar).adx
    const range = rangeAt(bar)
    const cameBack = wasBelow && close > lower
    wasBelow = close < lower
    if (!(cameBack && strength <= p.adxMax)) return null
    return {
      close,
      atr: range,
      score: 1 - strength / p.adxMax,
      takeProfit: middle,
      features: { adx: strength, bandAtr: (middle - lower) / range, reclaimAtr: (close - lower) / range },
    }
  }
}

/** Sideways market with a close below the band, then a close back inside. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(50, 1, -1), -4, 2, 4], { up: 3, down: 3 }),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 101,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.3112244898,
        stopLoss: 987.0943878,
        takeProfit: 1000.15,
        features: { atr: 7.270408163, adx: 13.7755102, bandAtr: 0.3286693918, reclaimAtr: 0.03295009354 },
      },
    },
  ],
}

/**
 * Bollinger reversion: long on a close back above the lower band after a close below it, without a trend; the target is
 * the middle band. Score: distance of ADX below its limit, as a share of the limit.
 */
export const bbReversion: BuiltInStrategy<typeof params> = {
  id: 'S06',
  name: 'BB_REVERSION',
  family: 'MEAN_REVERSION',
  version: 1,
  warmupBars: Math.max(params.bandBars, settled(params.adxBars)),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...stagedBothWays({ params, placing: ['stopAtr'], begin: findLong, place: stopLongAt }),
}
