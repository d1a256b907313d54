/** Strategy S08, RSI(2) dip: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { ema } from '../indicators/ema.ts'
import { rsi } from '../indicators/rsi.ts'
import { sma } from '../indicators/sma.ts'
import type { BuiltInStrategy, GoldenCase, Rule } from '../strategy.ts'
import { enterLong } from './entry.ts'
import { bothWays } from './mirror.ts'
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

/** Rise, four bars down, and back up. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(125, 3, -1), -3, -3, -3, 2, 4, 2, 2]),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 252,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.1176470588,
        stopLoss: 1232.66062,
        takeProfit: 1246.6,
        features: { atr: 4.169690097, rsi: 4.411764706, trendAtr: 20.80938575, meanAtr: 1.343025469 },
      },
    },
    {
      at: 254,
      idea: { kind: 'EXIT', direction: 'LONG', features: { atr: 4.289171564, aboveMeanAtr: 0.6061776642 } },
    },
  ],
}

/**
 * RSI(2) dip: long on a sharp dip above the long average (Connors and Alvarez, "Short Term Trading Strategies That
 * Work", 2009). The target is the current short mean; the first close above it within the horizon is an exit. Score:
 * distance of RSI below its threshold, as a share of the threshold.
 */
export const rsi2Dip: BuiltInStrategy<typeof params> = {
  id: 'S08',
  name: 'RSI2_DIP',
  family: 'MEAN_REVERSION',
  version: 1,
  params,
  warmupBars: settled(params.trendBars),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  begin: bothWays(beginLong),
}
