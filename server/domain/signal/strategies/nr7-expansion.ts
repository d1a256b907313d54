/** Strategy S10, NR7 expansion: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { lagged } from '../indicators/lagged.ts'
import { lowest } from '../indicators/lowest.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLong, type StoppedSetup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

const params = { narrowBars: 7, targetRisks: 2, atrBars: 14, horizonBars: 16 }

const findLong = (p: Omit<typeof params, 'targetRisks'>): Find<StoppedSetup> => {
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
    return {
      close,
      atr: range,
      score: (close - high) / range,
      stopLoss: low,
      features: { narrowAtr: before / range, breakoutAtr: (close - high) / range },
    }
  }
}

const placeLong = (setup: StoppedSetup, { targetRisks }: Pick<typeof params, 'targetRisks'>) =>
  enterLong({ ...setup, takeProfit: setup.close + targetRisks * (setup.close - setup.stopLoss) })

/** Bars with a range of eight, one with seven, and a close above it. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(20, 2, -2), 1, 6, -3], { up: 3, down: 3 }),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 41,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.364990689,
        stopLoss: 997,
        takeProfit: 1027,
        features: { atr: 8.219387755, narrowAtr: 0.851644941, breakoutAtr: 0.364990689 },
      },
    },
  ],
}

/**
 * NR7 expansion: long on a close above the high of a bar that was narrower than each of the previous six (NR7: Crabel,
 * "Day Trading with Short Term Price Patterns and Opening Range Breakout", 1990); the stop is that bar's low, and the
 * target is twice the risk. Score: distance above that high, in average true ranges.
 */
export const nr7Expansion: BuiltInStrategy<typeof params> = {
  id: 'S10',
  name: 'NR7_EXPANSION',
  family: 'VOLATILITY',
  version: 1,
  warmupBars: Math.max(params.narrowBars, settled(params.atrBars)),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...stagedBothWays({ params, placing: ['targetRisks'], begin: findLong, place: placeLong }),
}
