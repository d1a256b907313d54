/** Strategy S11, funding fade: its parameters, its rule, and its golden test case. */

import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import { type Interval, intervalLength } from '../../market/interval.ts'
import { makeBars, NOTHING_KNOWN, repeat, withBar } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { at, createWindow, push, type Window } from '../indicators/window.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLongAt, type Setup } from './entry.ts'
import { type Find, stagedBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

/**
 * Funding fade: long when funding is at a 30-day low and open interest grows, so shorts are crowded, yet no bar made a
 * new 24-hour low for four hours; held until the second funding. Null when bars are longer than four hours. Score:
 * distance of the percentile below its threshold, as a share of the threshold.
 */
export const fundingFade = (interval: Interval): BuiltInStrategy<FadeParams> | null => {
  const params = paramsFor(interval)
  if (params.calmBars < 1) return null
  return {
    id: 'S11',
    name: 'FUNDING_FADE',
    family: 'CARRY',
    version: 1,
    warmupBars: Math.max(params.dayBars + params.calmBars - 1, settled(params.atrBars)),
    horizonBars: params.horizonBars,
    needs: ['FUNDING', 'OPEN_INTEREST'],
    golden,
    ...stagedBothWays({ params, placing: ['stopAtr', 'targetAtr'], begin: findLong, place: enterLongAt }),
  }
}

type FadeParams = ReturnType<typeof paramsFor>

/** Two funding periods of the usual eight hours. */
const HORIZON_MS = 16 * HOUR_MS

const paramsFor = (interval: Interval) => ({
  percentileMax: 0.02,
  openInterestMin: 0,
  dayBars: Math.floor(DAY_MS / intervalLength(interval)),
  calmBars: Math.floor((4 * HOUR_MS) / intervalLength(interval)),
  atrBars: 14,
  stopAtr: 2,
  targetAtr: 3,
  horizonBars: Math.floor(HORIZON_MS / intervalLength(interval)),
})

const findLong = (p: Omit<FadeParams, 'stopAtr' | 'targetAtr'>): Find<Setup> => {
  const lows = createWindow(p.dayBars + p.calmBars)
  const rangeAt = atr(p.atrBars)
  return (bar, { fundingPercentile, openInterestChange }) => {
    const { close } = bar
    push(lows, bar.low)
    const range = rangeAt(bar)
    if (fundingPercentile === null || openInterestChange === null) return null
    const crowded = fundingPercentile <= p.percentileMax && openInterestChange > p.openInterestMin
    if (!crowded || !noNewLow(lows, p)) return null
    return {
      close,
      atr: range,
      score: 1 - fundingPercentile / p.percentileMax,
      features: { fundingPercentile, openInterestChange, dayLowAtr: (close - lowestFrom(lows, 0, p.dayBars)) / range },
    }
  }
}

/**
 * Returns whether none of the newest bars made a low below the preceding day. If any did, so did the first of the
 * lowest among them, so checking that one is sufficient.
 */
const noNewLow = (lows: Window, { dayBars, calmBars }: Pick<FadeParams, 'dayBars' | 'calmBars'>): boolean => {
  const lowest = lowestFrom(lows, 0, calmBars)
  let back = calmBars - 1
  while (at(lows, back) > lowest) back--
  return lowest >= lowestFrom(lows, back + 1, dayBars)
}

/** Returns the lowest of `count` values ending `back` steps before the newest. */
const lowestFrom = (lows: Window, back: number, count: number): number => {
  let lowest = Number.POSITIVE_INFINITY
  for (let i = back; i < back + count; i++) lowest = Math.min(lowest, at(lows, i))
  return lowest
}

/** Sideways market with a daily low at bar 100; open interest grows only at bars 115 and 116. */
const golden: GoldenCase = {
  bars: withBar(makeBars(1_000, repeat(60, 2, -2)), 100, { low: 995 }),
  context: (index) => ({
    ...NOTHING_KNOWN,
    fundingPercentile: 1 / 64,
    openInterestChange: index === 115 || index === 116 ? 0.01 : 0,
  }),
  ideas: [
    {
      at: 116,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 0.21875,
        stopLoss: 993.825415,
        takeProfit: 1014.261878,
        features: { atr: 4.087292518, fundingPercentile: 0.015625, openInterestChange: 0.01, dayLowAtr: 1.712625159 },
      },
    },
  ],
}
