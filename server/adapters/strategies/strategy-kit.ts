/** Public module `plimsoll/strategy` for user strategy files: indicators, types, and `defineStrategy`. */

import type { Params, StrategyDefinition } from '../../domain/signal/strategy.ts'

export type { Bar } from '../../domain/signal/bar.ts'
export { adx } from '../../domain/signal/indicators/adx.ts'
export { atr } from '../../domain/signal/indicators/atr.ts'
export { bollinger } from '../../domain/signal/indicators/bollinger.ts'
export { cci } from '../../domain/signal/indicators/cci.ts'
export { cvd } from '../../domain/signal/indicators/cvd.ts'
export { donchian } from '../../domain/signal/indicators/donchian.ts'
export { ema } from '../../domain/signal/indicators/ema.ts'
export { highest } from '../../domain/signal/indicators/highest.ts'
export { keltner } from '../../domain/signal/indicators/keltner.ts'
export { lagged } from '../../domain/signal/indicators/lagged.ts'
export { lowest } from '../../domain/signal/indicators/lowest.ts'
export { macd } from '../../domain/signal/indicators/macd.ts'
export { obv } from '../../domain/signal/indicators/obv.ts'
export { rma } from '../../domain/signal/indicators/rma.ts'
export { roc } from '../../domain/signal/indicators/roc.ts'
export { rsi } from '../../domain/signal/indicators/rsi.ts'
export { sma } from '../../domain/signal/indicators/sma.ts'
export { stochastic } from '../../domain/signal/indicators/stochastic.ts'
export { supertrend } from '../../domain/signal/indicators/supertrend.ts'
export { trueRange } from '../../domain/signal/indicators/true-range.ts'
export { volatilityPercentile } from '../../domain/signal/indicators/volatility-percentile.ts'
export { vwap } from '../../domain/signal/indicators/vwap.ts'
export { wma } from '../../domain/signal/indicators/wma.ts'
export { zscore } from '../../domain/signal/indicators/zscore.ts'
export { enterLong } from '../../domain/signal/strategies/entry.ts'
export { bothWays } from '../../domain/signal/strategies/mirror.ts'
export { settled } from '../../domain/signal/strategies/warm-up.ts'
export type { BarContext, Idea, Params, Rule, StrategyDefinition } from '../../domain/signal/strategy.ts'

/** Returns a strategy definition unchanged, so that TypeScript infers the types of its parameters. */
export const defineStrategy = <const P extends Params>(
  definition: Omit<StrategyDefinition<P>, 'sourceDigest'>,
): StrategyDefinition<P> => definition
