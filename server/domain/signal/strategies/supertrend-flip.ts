/** Strategy S03, Supertrend flip: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { ema } from '../indicators/ema.ts'
import { lagged } from '../indicators/lagged.ts'
import { supertrend } from '../indicators/supertrend.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLong, type StoppedSetup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

const params = {
  supertrendBars: 10,
  supertrendAtr: 3,
  trendBars: 200,
  atrBars: 14,
  targetAtr: 3,
  horizonBars: 48,
}

const findLong = (p: Omit<typeof params, 'targetAtr'>): Find<StoppedSetup> => {
  const supertrendAt = supertrend({ atr: p.supertrendBars, k: p.supertrendAtr })
  const directionBefore = lagged(1)
  const trendAt = ema(p.trendBars)
  const trendBefore = lagged(1)
  const rangeAt = atr(p.atrBars)
  return (bar) => {
    const { line, direction } = supertrendAt(bar)
    const flipped = directionBefore(direction) === -1 && direction === 1
    const trend = trendAt(bar.close)
    const slope = trend - trendBefore(trend)
    const range = rangeAt(bar)
    const { close } = bar
    if (!(flipped && slope > 0)) return null
    return {
      close,
      atr: range,
      score: slope / range,
      stopLoss: line,
      features: { slopeAtr: slope / range, lineAtr: (close - line) / range },
    }
  }
}

const placeLong = (setup: StoppedSetup, { targetAtr }: Pick<typeof params, 'targetAtr'>) =>
  enterLong({ ...setup, takeProfit: setup.close + targetAtr * setup.atr })

/** Rise, a fall that turns Supertrend but not the long average, and a rally. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(125, 3, -1), ...repeat(5, -8), ...repeat(4, 9)]),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 257,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.1167536218,
        stopLoss: 1209.503378,
        takeProfit: 1257.587259,
        features: { atr: 6.862419579, slopeAtr: 0.1167536218, lineAtr: 4.006840648 },
      },
    },
  ],
}

/**
 * Supertrend flip: long when Supertrend turns up while the long average rises; the stop is its line. Score: the slope
 * of the long average, in average true ranges per bar.
 */
export const supertrendFlip: BuiltInStrategy<typeof params> = {
  id: 'S03',
  name: 'SUPERTREND_FLIP',
  family: 'TREND',
  version: 1,
  warmupBars: settled(params.trendBars),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...stagedBothWays({ params, placing: ['targetAtr'], begin: findLong, place: placeLong }),
}
