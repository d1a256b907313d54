/** List of the built-in strategies by interval. */

import type { Interval } from '../../market/interval.ts'
import type { BuiltInStrategy } from '../strategy.ts'
import { basisReversion } from './basis-reversion.ts'
import { bbReversion } from './bb-reversion.ts'
import { donchianBreakout } from './donchian-breakout.ts'
import { emaTrendPullback } from './ema-trend-pullback.ts'
import { fundingFade } from './funding-fade.ts'
import { macdZero } from './macd-zero.ts'
import { nr7Expansion } from './nr7-expansion.ts'
import { rsi2Dip } from './rsi2-dip.ts'
import { squeezeRelease } from './squeeze-release.ts'
import { supertrendFlip } from './supertrend-flip.ts'
import { tsMomentum } from './ts-momentum.ts'
import { zscoreReversion } from './zscore-reversion.ts'

/**
 * Returns the strategies available for an interval, in order of ID. Parameters are in bars; parameters that represent a
 * duration (S04, S11) are converted to bars, so these definitions differ between intervals.
 */
export const strategiesFor = (interval: Interval): readonly BuiltInStrategy[] =>
  [
    donchianBreakout,
    emaTrendPullback,
    supertrendFlip,
    tsMomentum(interval),
    macdZero,
    bbReversion,
    zscoreReversion,
    rsi2Dip,
    squeezeRelease,
    nr7Expansion,
    fundingFade(interval),
    basisReversion,
  ].filter((definition) => definition !== null)

/** Strategies on fifteen-minute bars. */
export const STRATEGIES: readonly BuiltInStrategy[] = strategiesFor('15m')
