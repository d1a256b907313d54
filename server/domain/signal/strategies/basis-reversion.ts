import { atr } from '../indicators/atr.ts'
import { lagged } from '../indicators/lagged.ts'
import { sma } from '../indicators/sma.ts'
import { zscore } from '../indicators/zscore.ts'
import type { Rule, StrategyDefinition } from '../strategy.ts'
import { enterLong } from './entry.ts'
import { bothWays } from './mirrored.ts'
import { settled } from './warm-up.ts'

const params = { basisBars: 96, scoreMax: -2.5, atrBars: 14, stopAtr: 1.5, horizonBars: 16 }

const beginLong = (p: typeof params): Rule => {
  const scoreAt = zscore(p.basisBars)
  const scoreBefore = lagged(1)
  const meanAt = sma(p.basisBars)
  const rangeAt = atr(p.atrBars)
  return (bar, context) => {
    const { close } = bar
    const basis = context.basis ?? Number.NaN
    const z = scoreAt(basis)
    const before = scoreBefore(z)
    const mean = meanAt(basis)
    const range = rangeAt(bar)
    if (!(z <= p.scoreMax && z > before)) return null
    return enterLong({
      close,
      atr: range,
      score: p.scoreMax - z,
      stopLoss: close - p.stopAtr * range,
      takeProfit: close + Math.abs(close) * (mean - basis),
      features: { z, zBefore: before, basis, basisMean: mean },
    })
  }
}

/**
 * Long when the perpetual is unusually cheap against its index and no longer getting cheaper. The target is where the
 * basis is at its mean with the index unchanged, to first order in the basis. A bar without a basis suppresses signals
 * for as long as it is in the window. Score: how far the standard score is beyond its threshold.
 */
export const basisReversion: StrategyDefinition<typeof params> = {
  id: 'S12',
  name: 'BASIS_REVERSION',
  family: 'CARRY',
  version: 1,
  params,
  warmupBars: Math.max(params.basisBars, settled(params.atrBars)),
  horizonBars: params.horizonBars,
  needs: ['BASIS'],
  begin: bothWays(beginLong),
}
