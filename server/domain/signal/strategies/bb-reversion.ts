import { adx } from '../indicators/adx.ts'
import { atr } from '../indicators/atr.ts'
import { bollinger } from '../indicators/bollinger.ts'
import type { Rule, StrategyDefinition } from '../strategy.ts'
import { enterLong } from './entry.ts'
import { bothWays } from './mirrored.ts'
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

const beginLong = (p: typeof params): Rule => {
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
    return enterLong({
      close,
      atr: range,
      score: 1 - strength / p.adxMax,
      stopLoss: close - p.stopAtr * range,
      takeProfit: middle,
      features: { adx: strength, bandAtr: (middle - lower) / range, reclaimAtr: (close - lower) / range },
    })
  }
}

/**
 * A close back above the lower Bollinger band after one below it, without a trend; the target is the middle band.
 * Score: how far ADX is below what is allowed, as a share of that.
 */
export const bbReversion: StrategyDefinition<typeof params> = {
  id: 'S06',
  name: 'BB_REVERSION',
  family: 'MEAN_REVERSION',
  version: 1,
  params,
  warmupBars: Math.max(params.bandBars, settled(params.adxBars)),
  horizonBars: params.horizonBars,
  needs: [],
  begin: bothWays(beginLong),
}
