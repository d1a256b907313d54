import { atr } from '../indicators/atr.ts'
import { ema } from '../indicators/ema.ts'
import { rsi } from '../indicators/rsi.ts'
import { sma } from '../indicators/sma.ts'
import type { Rule, StrategyDefinition } from '../strategy.ts'
import { enterLong } from './entry.ts'
import { bothWays } from './mirrored.ts'
import { settled } from './warm-up.ts'

const params = {
  trendBars: 200,
  rsiBars: 2,
  rsiMax: 5,
  exitBars: 5,
  atrBars: 14,
  stopAtr: 2,
  horizonBars: 12,
}

const beginLong = (p: typeof params): Rule => {
  const trendAt = ema(p.trendBars)
  const strengthAt = rsi(p.rsiBars)
  const meanAt = sma(p.exitBars)
  const rangeAt = atr(p.atrBars)
  let barsLeft = 0
  return (bar) => {
    const { close } = bar
    const trend = trendAt(close)
    const strength = strengthAt(close)
    const mean = meanAt(close)
    const range = rangeAt(bar)
    if (close > mean && barsLeft > 0) {
      barsLeft = 0
      return { kind: 'EXIT', direction: 'LONG', features: { atr: range, aboveMeanAtr: (close - mean) / range } }
    }
    barsLeft = Math.max(0, barsLeft - 1)
    if (!(close > trend && strength <= p.rsiMax)) return null
    const idea = enterLong({
      close,
      atr: range,
      score: 1 - strength / p.rsiMax,
      stopLoss: close - p.stopAtr * range,
      takeProfit: mean,
      features: { rsi: strength, trendAtr: (close - trend) / range, meanAtr: (mean - close) / range },
    })
    if (idea) barsLeft = p.horizonBars
    return idea
  }
}

/**
 * Long on a sharp dip above the long average (Connors and Alvarez, "Short Term Trading Strategies That Work", 2009).
 * The target is the present short mean; the first close above that mean within the horizon is an exit.
 * Score: how far RSI is below its threshold, as a share of the threshold.
 */
export const rsi2Dip: StrategyDefinition<typeof params> = {
  id: 'S08',
  name: 'RSI2_DIP',
  family: 'MEAN_REVERSION',
  version: 1,
  params,
  warmupBars: settled(params.trendBars),
  horizonBars: params.horizonBars,
  needs: [],
  begin: bothWays(beginLong),
}
