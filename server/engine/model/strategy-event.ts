/** Messages between the engine and plug-in strategies, in both directions. */

import type { Candle } from '../../domain/market/candle.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { StrategyIdea } from '../../domain/signal/series.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'

/** Event from a plug-in strategy to the engine. */
export type StrategyEvent =
  /** Ideas for one symbol. */
  | { readonly kind: 'ideas'; readonly strategyId: string; readonly ideas: readonly PlugInIdea[] }
  /** The strategy threw, stalled or ended, and is no longer run. */
  | { readonly kind: 'failed'; readonly strategyId: string; readonly reason: string }

/** Message from the engine to the plug-in strategies, in order. */
export type StrategyMessage =
  | {
      readonly kind: 'bar'
      readonly candle: Candle
      /** Null when the candle was not completely observed: the history of the series then starts after it. */
      readonly bar: Bar | null
      readonly context: BarContext
      /** Null when ideas for this candle are not stored. */
      readonly origin: Signal['origin'] | null
      /** IDs of the strategies whose ideas for this candle are already recorded and not stored again. */
      readonly evaluatedBy?: readonly string[]
    }
  /** The history of the symbol is complete: its ideas are now delivered, together and in order. */
  | { readonly kind: 'live'; readonly symbol: string }

/** Idea of a plug-in strategy for a candle. */
export interface PlugInIdea {
  readonly candle: Candle
  readonly origin: Signal['origin']
  readonly strategyIdea: Omit<StrategyIdea, 'definition'>
}
