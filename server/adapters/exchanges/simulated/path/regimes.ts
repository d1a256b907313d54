import { type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import { hash32 } from '../../../../core/random.ts'
import { slowNoise } from './normal.ts'

/**
 * Creates the market regimes of an instrument: periods of two hours, each trending, mean-reverting or neither, by the
 * hash of its number. Trending periods add long waves to the price, mean-reverting ones short waves: value noise, faded
 * in and out so that the path has no jumps.
 */
export const createRegimes = (key: number, dailyVolatility: number): Regimes => {
  const schedule = hash32(key, 1)
  const swing = slowNoise(hash32(key, 2), SWING.periodMs)
  const ripple = slowNoise(hash32(key, 3), RIPPLE.periodMs)

  const inPeriod = (period: number): PathRegime => {
    const draw = hash32(schedule, period) / 0x1_0000_0000
    if (draw < REGIME_SHARES.TRENDING) return 'TRENDING'
    return draw < REGIME_SHARES.TRENDING + REGIME_SHARES.REVERTING ? 'REVERTING' : 'NOISE'
  }

  const waveAt = (regime: PathRegime, at: Instant): number => {
    if (regime === 'NOISE') return 0
    return dailyVolatility * (regime === 'TRENDING' ? SWING.amplitude * swing(at) : RIPPLE.amplitude * ripple(at))
  }

  let known = Number.NaN
  let before: PathRegime = 'NOISE'
  let now: PathRegime = 'NOISE'

  const enter = (period: number): void => {
    if (period === known) return
    known = period
    before = inPeriod(period - 1)
    now = inPeriod(period)
  }

  return {
    regimeAt: (at) => inPeriod(Math.floor(at / REGIME_MS)),
    offsetAt(at) {
      const period = Math.floor(at / REGIME_MS)
      enter(period)
      const part = at / REGIME_MS - period
      if (before === now || part >= TRANSITION) return waveAt(now, at)
      const x = part / TRANSITION
      const share = x * x * (3 - 2 * x)
      return waveAt(before, at) * (1 - share) + waveAt(now, at) * share
    },
  }
}

interface Wave {
  /** Largest logarithmic distance from the random walk, in daily volatilities. */
  readonly amplitude: number
  readonly periodMs: number
}

/** Component of an instrument's path in a period, in addition to the permanent random walk. */
export type PathRegime = 'TRENDING' | 'REVERTING' | 'NOISE'

/** Minimum length of a regime; the next one may be the same. */
export const REGIME_MS = 120 * MINUTE_MS

/** Share of a regime in which it fades in, and the previous one fades out. */
const TRANSITION = 0.1

/** Shares of time; the rest is noise. */
export const REGIME_SHARES = { TRENDING: 0.6, REVERTING: 0.2 } as const

/**
 * Waves that last longer than the channel of a breakout strategy on one-minute bars, and exceed the costs of a round
 * trip.
 */
const SWING: Wave = { amplitude: 0.6, periodMs: 40 * MINUTE_MS }

/** Deviations that disappear within a few one-minute bars. */
const RIPPLE: Wave = { amplitude: 0.1, periodMs: 2 * MINUTE_MS }

/** The regimes of one instrument: pure functions of key and time. */
export interface Regimes {
  regimeAt(at: Instant): PathRegime
  /** Returns the logarithmic distance from the random walk. */
  offsetAt(at: Instant): number
}
