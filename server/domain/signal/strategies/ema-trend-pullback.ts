/** Strategy S02, EMA trend pullback: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { ema } from '../indicators/ema.ts'
import { lagged } from '../indicators/lagged.ts'
import { rsi } from '../indicators/rsi.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLongAt, type Setup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { risingFor } from './rising-for.ts'
import { settled } from './warm-up.ts'

/** Tracks both averages of the close, and the number of bars for which both have risen. */
const trend = (p: Pick<typeof params, 'slowBars' | 'fastBars'>) => {
  const fastAt = ema(p.fastBars)
  const slowAt = ema(p.slowBars)
  const fastRising = risingFor()
  const slowRising = risingFor()
  return (close: number): { readonly fast: number; readonly slow: number; readonly risingBars: number } => {
    const fast = fastAt(close)
    const slow = slowAt(close)
    return { fast, slow, risingBars: Math.min(fastRising(fast), slowRising(slow)) }
  }
}

const params = {
  slowBars: 200,
  fastBars: 50,
  risingBars: 5,
  pullbackBars: 20,
  rsiBars: 14,
  rsiLevel: 50,
  atrBars: 14,
  stopAtr: 1.5,
  targetAtr: 3,
  horizonBars: 32,
}

const findLong = (p: Omit<typeof params, 'stopAtr' | 'targetAtr'>): Find<Setup> => {
  const trendAt = trend(p)
  const lineAt = ema(p.pullbackBars)
  const strengthAt = rsi(p.rsiBars)
  const strengthBefore = lagged(1)
  const rangeAt = atr(p.atrBars)
  return (bar) => {
    const { close } = bar
    const { fast, slow, risingBars } = trendAt(close)
    const line = lineAt(close)
    const strength = strengthAt(close)
    const before = strengthBefore(strength)
    const range = rangeAt(bar)
    const inTrend = fast > slow && risingBars >= p.risingBars
    const pulledBack = bar.low <= line && line <= close
    const turned = before <= p.rsiLevel && strength > p.rsiLevel
    if (!(inTrend && pulledBack && turned)) return null
    return {
      close,
      atr: range,
      score: (fast - slow) / range,
      features: { trendAtr: (fast - slow) / range, risingBars, dipAtr: (line - bar.low) / range, rsi: strength },
    }
  }
}

/** Rise, four bars down to the short average, and back up. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(130, 3, -1), ...repeat(4, -3), 5, 3, -3]),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 264,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 16.59007792,
        stopLoss: 1246.35961,
        takeProfit: 1266.28078,
        features: { atr: 4.426926666, trendAtr: 16.59007792, risingBars: 65, dipAtr: 1.08411989, rsi: 55.80439465 },
      },
    },
  ],
}

/**
 * Trend pullback: long when both averages rise, and the price dips to the short average and closes above it as strength
 * returns. Score: distance between the averages, in average true ranges.
 */
export const emaTrendPullback: BuiltInStrategy<typeof params> = {
  id: 'S02',
  name: 'EMA_TREND_PULLBACK',
  family: 'TREND',
  version: 1,
  warmupBars: settled(params.slowBars),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...stagedBothWays({ params, placing: ['stopAtr', 'targetAtr'], begin: findLong, place: enterLongAt }),
}
