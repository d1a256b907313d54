/** Strategy S04, time series momentum: its parameters, its rule, and its golden test case. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import { type Interval, intervalLength } from '../../market/interval.ts'
import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { lagged } from '../indicators/lagged.ts'
import { rma } from '../indicators/rma.ts'
import { simpleReturn } from '../indicators/simple-return.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLongAt, type Setup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

/**
 * Time series momentum: long when the 7-day and 24-hour returns are both positive, the latter by at least its
 * deviation: the root of Wilder's average of squared returns over that many bars, times their number (after Moskowitz,
 * Ooi and Pedersen, "Time series momentum", Journal of Financial Economics 104, 2012, who also weight squared returns
 * exponentially). To stay within 2,000 bars, it uses 24 hours and 4 hours on one-minute bars, and 3 days and 12 hours
 * on three- and five-minute bars; null when bars are too long. Score: the 24-hour return divided by its deviation,
 * minus the threshold.
 */
export const tsMomentum = (interval: Interval): BuiltInStrategy<MomentumParams> | null => {
  const params = paramsFor(interval)
  if (params.fastBars < FAST_BARS_MIN) return null
  return {
    id: 'S04',
    name: 'TS_MOMENTUM',
    family: 'MOMENTUM',
    version: 1,
    warmupBars: Math.max(params.slowBars, settled(params.fastBars), settled(params.atrBars)),
    horizonBars: params.horizonBars,
    needs: [],
    golden,
    ...stagedBothWays({ params, placing: ['stopAtr', 'targetAtr'], begin: findLong, place: enterLongAt }),
  }
}

type MomentumParams = ReturnType<typeof paramsFor>

const paramsFor = (interval: Interval) => {
  const { slowMs, fastMs } = lookbacksFor(interval)
  return {
    slowBars: Math.floor(slowMs / intervalLength(interval)),
    fastBars: Math.floor(fastMs / intervalLength(interval)),
    sigmaMin: 1,
    atrBars: 14,
    stopAtr: 3,
    targetAtr: 4.5,
    horizonBars: 96,
  }
}

const lookbacksFor = (interval: Interval): { readonly slowMs: number; readonly fastMs: number } => {
  if (interval === '1m') return { slowMs: DAY_MS, fastMs: 4 * HOUR_MS }
  if (intervalLength(interval) < 15 * MINUTE_MS) return { slowMs: 3 * DAY_MS, fastMs: 12 * HOUR_MS }
  return { slowMs: 7 * DAY_MS, fastMs: DAY_MS }
}

const findLong = (p: Omit<MomentumParams, 'stopAtr' | 'targetAtr'>): Find<Setup> => {
  const closeSlowAgo = lagged(p.slowBars)
  const closeFastAgo = lagged(p.fastBars)
  const closeBefore = lagged(1)
  const varianceAt = rma(p.fastBars)
  const rangeAt = atr(p.atrBars)
  return (bar) => {
    const { close } = bar
    const slowReturn = simpleReturn(closeSlowAgo(close), close)
    const fastReturn = simpleReturn(closeFastAgo(close), close)
    const sigma = Math.sqrt(p.fastBars * varianceAt(simpleReturn(closeBefore(close), close) ** 2))
    const range = rangeAt(bar)
    if (!(slowReturn > 0 && fastReturn > 0 && fastReturn >= p.sigmaMin * sigma)) return null
    return {
      close,
      atr: range,
      score: fastReturn / sigma - p.sigmaMin,
      features: { slowReturn, fastReturn, sigma },
    }
  }
}

/** Minimum number of bars; with fewer, the deviation would consist of the return it is compared with. */
const FAST_BARS_MIN = 4

/** Sideways for a week, a few bars up, and a bar that makes the last day's return unusual. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(336, 2, -2), ...repeat(10, 2, -1), ...repeat(10, 2, -2), 20, -30]),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 712,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.02191135921,
        stopLoss: 1014.396431,
        takeProfit: 1053.405354,
        features: { atr: 5.201189707, slowReturn: 0.02794411178, fastReturn: 0.02794411178, sigma: 0.02734494682 },
      },
    },
  ],
}
