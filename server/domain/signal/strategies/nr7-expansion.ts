import { atr } from '../indicators/atr.ts'
import { lagged } from '../indicators/lagged.ts'
import { lowest } from '../indicators/lowest.ts'
import type { Rule, StrategyDefinition } from '../strategy.ts'
import { enterLong } from './entry.ts'
import { bothWays } from './mirrored.ts'
import { settled } from './warm-up.ts'

const params = { narrowBars: 7, targetRisks: 2, atrBars: 14, horizonBars: 16 }

const beginLong = (p: typeof params): Rule => {
  const spanBefore = lagged(1)
  const narrowestBefore = lowest(p.narrowBars - 1)
  const rangeAt = atr(p.atrBars)
  let narrow = { holds: false, high: Number.NaN, low: Number.NaN }
  let narrowest = Number.NaN
  return (bar) => {
    const { close } = bar
    const { holds, high, low } = narrow
    const span = bar.high - bar.low
    const before = spanBefore(span)
    const range = rangeAt(bar)
    narrow = { holds: span < narrowest, high: bar.high, low: bar.low }
    narrowest = narrowestBefore(span)
    if (!(holds && close > high)) return null
    return enterLong({
      close,
      atr: range,
      score: (close - high) / range,
      stopLoss: low,
      takeProfit: close + p.targetRisks * (close - low),
      features: { narrowAtr: before / range, breakoutAtr: (close - high) / range },
    })
  }
}

/**
 * A close above the high of a bar that was narrower than each of the six before it (NR7: Crabel, "Day Trading with
 * Short Term Price Patterns and Opening Range Breakout", 1990); the stop is that bar's low, the target twice the risk.
 * Score: the way beyond that high, in average true ranges.
 */
export const nr7Expansion: StrategyDefinition<typeof params> = {
  id: 'S10',
  name: 'NR7_EXPANSION',
  family: 'VOLATILITY',
  version: 1,
  params,
  warmupBars: Math.max(params.narrowBars, settled(params.atrBars)),
  horizonBars: params.horizonBars,
  needs: [],
  begin: bothWays(beginLong),
}
