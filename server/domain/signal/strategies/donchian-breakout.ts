/** Strategy S01, Donchian breakout: its parameters, its rule, and its golden test case. */

import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { adx } from '../indicators/adx.ts'
import { atr } from '../indicators/atr.ts'
import { donchian } from '../indicators/donchian.ts'
import { volatilityPercentile } from '../indicators/volatility-percentile.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLongAt, type Setup } from './entry.ts'
import { type Find, type Shared, sharingBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

const params = {
  channelBars: 20,
  adxBars: 14,
  adxMin: 20,
  volatilityBars: 20,
  volatilityOver: 480,
  volatilityMax: 0.95,
  atrBars: 14,
  stopAtr: 2,
  targetAtr: 4,
  horizonBars: 48,
}

type FindParams = Omit<typeof params, 'stopAtr' | 'targetAtr'>

interface Trend {
  readonly strength: number
  readonly readVolatility: () => number
  readonly range: number
}

/** Trend, volatility and range, which have no direction. */
const trend: Shared<FindParams, Trend> = {
  begin(p) {
    const strengthAt = adx(p.adxBars)
    const volatilityAt = volatilityPercentile({ window: p.volatilityBars, over: p.volatilityOver })
    const rangeAt = atr(p.atrBars)
    return (bar) => ({
      strength: strengthAt(bar).adx,
      readVolatility: volatilityAt(bar.close),
      range: rangeAt(bar),
    })
  },
  mirror: (figures) => figures,
}

const findLong = (p: FindParams): Find<Setup, Trend> => {
  const channelAt = donchian(p.channelBars)
  return (bar, _, { strength, readVolatility, range }) => {
    const { high } = channelAt(bar)
    const { close } = bar
    if (!(close > high && strength >= p.adxMin)) return null
    const volatility = readVolatility()
    if (!(volatility <= p.volatilityMax)) return null
    return {
      close,
      atr: range,
      score: strength / p.adxMin - 1,
      features: { breakoutAtr: (close - high) / range, adx: strength, volatilityPercentile: volatility },
    }
  }
}

/** Volatile market, then a rise with wicks above the closes, then a close above the wicks. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(20, 8, -8), ...repeat(235, 3, -2), 12, -12], { up: 6 }),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 510,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 4,
        stopLoss: 1226.677249,
        takeProfit: 1287.645503,
        features: { atr: 10.16137566, breakoutAtr: 0.3936474876, adx: 100, volatilityPercentile: 0.9416666667 },
      },
    },
  ],
}

/**
 * Donchian breakout: long on a close above the channel of the previous bars, in a trend and without extreme volatility.
 * Score: distance of ADX above its threshold, as a share of the threshold.
 */
export const donchianBreakout: BuiltInStrategy<typeof params> = {
  id: 'S01',
  name: 'DONCHIAN_BREAKOUT',
  family: 'TREND',
  version: 1,
  warmupBars: Math.max(params.channelBars, settled(params.adxBars), params.volatilityBars + params.volatilityOver - 1),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...sharingBothWays({ params, placing: ['stopAtr', 'targetAtr'], shared: trend, begin: findLong, place: enterLongAt }),
}
