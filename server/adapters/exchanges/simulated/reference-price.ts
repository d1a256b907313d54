import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { hash32 } from '../../../core/random.ts'
import { type InstrumentSpec, MARKET_DAILY_VOLATILITY } from './instrument-specs.ts'
import { createFractalPath, type FractalPath } from './path/fractal-path.ts'
import { deriveKey, slowNoise } from './path/normal.ts'
import { createRegimes, type PathRegime } from './path/regimes.ts'

/**
 * Index price, premium and mark price of a simulated instrument, with its regime and volatility: pure functions of
 * time, independent of trading.
 */
export interface ReferencePrice {
  index(at: Instant): number
  /** Returns the price of the perpetual divided by the index price, minus one. */
  premium(at: Instant): number
  /** Returns the index price with the premium: the fair price of the agents. */
  mark(at: Instant): number
  /** Returns the component of the path around `at`. */
  regime(at: Instant): PathRegime
  /** Returns the volatility of the minute around `at`, as a multiple of the usual one. */
  heat(at: Instant): number
}

const SECONDS_A_DAY = DAY_MS / SECOND_MS

/** A path that remains at zero, for an instrument that only follows the market. */
const STILL: FractalPath = { at: () => 0, varianceRateAt: () => 0 }

/**
 * Creates the reference prices: index = level · e^(beta · market + own + regime), the one-factor model of correlated
 * prices (Sharpe 1963) with the regimes of the instrument added; all are computed at whole seconds and interpolated
 * linearly.
 */
export const createReferencePrice = (seed: number, spec: InstrumentSpec): ReferencePrice => {
  const { symbol } = spec.instrument
  const { level, beta, dailyVolatility } = spec
  const ownVariance = dailyVolatility ** 2 - (beta * MARKET_DAILY_VOLATILITY) ** 2
  const market = createFractalPath(deriveKey(seed, 'market'), MARKET_DAILY_VOLATILITY)
  const own = ownVariance > 0 ? createFractalPath(deriveKey(seed, symbol), Math.sqrt(ownVariance)) : STILL
  const regimes = createRegimes(deriveKey(seed, `${symbol} regimes`), dailyVolatility)
  const premium = createPremium(deriveKey(seed, `${symbol} premium`))

  const logAt = (second: number): number =>
    beta * market.at(second) + own.at(second) + regimes.offsetAt(second * SECOND_MS)

  const logBetween = (at: Instant): number => {
    const second = Math.floor(at / SECOND_MS)
    const from = logAt(second)
    const part = at / SECOND_MS - second
    return part === 0 ? from : from + (logAt(second + 1) - from) * part
  }

  const index = (at: Instant): number => level * Math.exp(logBetween(at))

  return {
    index,
    premium,
    mark: (at) => index(at) * (1 + premium(at)),
    regime: regimes.regimeAt,
    heat(at) {
      const second = Math.floor(at / SECOND_MS)
      const variance = beta ** 2 * market.varianceRateAt(second) + own.varianceRateAt(second)
      return Math.sqrt((variance * SECONDS_A_DAY) / dailyVolatility ** 2)
    },
  }
}

/** Mean premium: perpetuals trade above their index more often than below it. */
const MEAN = 0.0002
const MOOD = 0.0007
const FLUTTER = 0.0001

/** Returns the distance of the perpetual from its index, as a fraction: slow over hours plus noise over minutes. */
const createPremium = (key: number): ((at: Instant) => number) => {
  const mood = slowNoise(hash32(key, 1), 16 * HOUR_MS)
  const flutter = slowNoise(hash32(key, 2), 10 * MINUTE_MS)
  return (at) => MEAN + MOOD * mood(at) + FLUTTER * flutter(at)
}
