/** Strategy S09, squeeze release: its parameters, its rule, and its golden test case. */

import type { Bar } from '../bar.ts'
import { makeBars, NOTHING_KNOWN, repeat } from '../golden/made-bars.ts'
import { atr } from '../indicators/atr.ts'
import { bollinger } from '../indicators/bollinger.ts'
import { donchian } from '../indicators/donchian.ts'
import { keltner } from '../indicators/keltner.ts'
import { lagged } from '../indicators/lagged.ts'
import type { BuiltInStrategy, GoldenCase } from '../strategy.ts'
import { enterLongAt, type Setup } from './entry.ts'
import { type Find, type Shared, sharingBothWays } from './mirror.ts'
import { settled } from './warm-up.ts'

/** Tracks whether the Bollinger bands are inside the Keltner channel, and their middle line. */
const squeeze = (p: Pick<typeof params, 'bandBars' | 'bandDeviations' | 'keltnerAtr'>) => {
  const bandsAt = bollinger(p.bandBars, p.bandDeviations)
  const channelAt = keltner({ ema: p.bandBars, atr: p.bandBars, k: p.keltnerAtr })
  return (bar: Bar): { readonly squeezed: boolean; readonly mean: number } => {
    const bands = bandsAt(bar.close)
    const channel = channelAt(bar)
    return { squeezed: bands.upper < channel.upper && bands.lower > channel.lower, mean: bands.middle }
  }
}

const params = {
  bandBars: 20,
  bandDeviations: 2,
  keltnerAtr: 1.5,
  squeezeBars: 6,
  atrBars: 14,
  stopAtr: 1.5,
  targetAtr: 3,
  horizonBars: 24,
}

type FindParams = Omit<typeof params, 'stopAtr' | 'targetAtr'>

interface Momentum {
  readonly squeezed: boolean
  /** Number of bars of the squeeze before this bar. */
  readonly lasted: number
  readonly momentum: number
  readonly before: number
  readonly range: number
}

const momentum: Shared<FindParams, Momentum> = {
  begin(p) {
    const squeezeAt = squeeze(p)
    const channelAt = donchian(p.bandBars)
    const momentumBefore = lagged(1)
    const rangeAt = atr(p.atrBars)
    let squeezedBars = 0
    return (bar) => {
      const { squeezed, mean } = squeezeAt(bar)
      const now = bar.close - (channelAt(bar).middle + mean) / 2
      const lasted = squeezedBars
      squeezedBars = squeezed ? squeezedBars + 1 : 0
      return { squeezed, lasted, momentum: now, before: momentumBefore(now), range: rangeAt(bar) }
    }
  },
  mirror: (figures) => ({ ...figures, momentum: -figures.momentum, before: -figures.before }),
}

const findLong =
  (p: FindParams): Find<Setup, Momentum> =>
  ({ close }, _, { squeezed, lasted, momentum, before, range }) => {
    if (squeezed || lasted < p.squeezeBars || !(momentum > 0 && momentum > before)) return null
    return {
      close,
      atr: range,
      score: momentum / range,
      features: { squeezedBars: lasted, momentumAtr: momentum / range, gainAtr: (momentum - before) / range },
    }
  }

/** Nearly flat closes between long wicks, then a rally. */
const golden: GoldenCase = {
  bars: makeBars(1_000, [...repeat(30, 0.5, -0.5), 12, 8, 8, 8], { up: 2, down: 2 }),
  context: () => NOTHING_KNOWN,
  ideas: [
    {
      at: 61,
      idea: {
        kind: 'ENTER',
        direction: 'LONG',
        score: 2.774439067,
        stopLoss: 1011.302296,
        takeProfit: 1037.395408,
        features: { atr: 5.798469388, squeezedBars: 41, momentumAtr: 2.774439067, gainAtr: 0.7976242851 },
      },
    },
  ],
}

/**
 * Squeeze release: long when the Bollinger bands leave the Keltner channel after six bars or more inside, with the
 * close above the middle of the range and the distance increasing. Score: that distance, in average true ranges.
 */
export const squeezeRelease: BuiltInStrategy<typeof params> = {
  id: 'S09',
  name: 'SQUEEZE_RELEASE',
  family: 'VOLATILITY',
  version: 1,
  warmupBars: settled(params.bandBars),
  horizonBars: params.horizonBars,
  needs: [],
  golden,
  ...sharingBothWays({
    params,
    placing: ['stopAtr', 'targetAtr'],
    shared: momentum,
    begin: findLong,
    place: enterLongAt,
  }),
}
