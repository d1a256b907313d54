/** Strategy S05, MACD zero line: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { lagged } from '../indicators/lagged.ts'
import { macd } from '../indicators/macd.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLongAt, type Setup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { risingFor } from './rising-for.ts'
import { settled } from './warm-up.ts'

const params = {
  fastBars: 12,
  slowBars: 26,
  signalBars: 9,
  risingBars: 2,
  atrBars: 14,
  stopAtr: 2,
  targetAtr: 3,
  horizonBars: 32,
}

const findLong = (p: Omit<typeof params, 'stopAtr' | 'targetAtr'>): Find<Setup> => {
  const macdAt = macd({ fast: p.fastBars, slow: p.slowBars, signal: p.signalBars })
  const histogramBefore = lagged(1)
  const rising = risingFor()
  const rangeAt = atr(p.atrBars)
  return (bar) => {
    const { macd: line, signal, histogram } = macdAt(bar.close)
    const crossed = histogramBefore(histogram) <= 0 && histogram > 0
    const risingBars = rising(histogram)
    const range = rangeAt(bar)
    const { close } = bar
    if (!(crossed && line > 0 && signal > 0 && risingBars >= p.risingBars)) return null
    return {
      close,
      atr: range,
      score: histogram / range,
      features: { macdAtr: line / range, signalAtr: signal / range, histogramAtr: histogram / range, risingBars },
    }
  }
}

/** Rise, four flat bars, and a further rise. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(60, 2, -1), ...repeat(4, -1), ...repeat(8, 1)]),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 130,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.001549447632,
        stopLoss: 1056.573842,
        takeProfit: 1072.639238,
        features: {
          atr: 3.21307922,
          macdAtr: 0.7336277,
          signalAtr: 0.7320782524,
          histogramAtr: 0.001549447632,
          risingBars: 6,
        },
      },
    },
  ],
}

/**
 * MACD zero line: long when MACD crosses above its signal line, with both above zero and the histogram rising for two
 * bars. Score: the histogram, in average true ranges.
 */
export const macdZero: BuiltInStrategy<typeof params> = {
  id: 'S05',
  name: 'MACD_ZERO',
  family: 'MOMENTUM',
  version: 1,
  warmupBars: settled(params.slowBars),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...stagedBothWays({ params, placing: ['stopAtr', 'targetAtr'], begin: findLong, place: enterLongAt }),
}
