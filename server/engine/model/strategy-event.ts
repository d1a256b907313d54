import type { Candle } from '../../domain/market/candle.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { StrategyIdea } from '../../domain/signal/series.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'

/** An event from a plug-in strategy. */
export type StrategyEvent =
  /** Ideas for one symbol. */
  | { readonly kind: 'ideas'; readonly strategyId: string; readonly ideas: readonly PlugInIdea[] }
  /** It threw, stalled or ended, and is no longer run. */
  | { readonly kind: 'failed'; readonly strategyId: string; readonly reason: string }

/** Events for plug-in strategies, in order. */
export type StrategyMessage =
  | {
      readonly kind: 'bar'
      readonly candle: Candle
      /** Null when it was not completely observed: the history of the series ends before it. */
      readonly bar: Bar | null
      readonly context: BarContext
      /** Null when ideas for it are not stored. */
      readonly origin: Signal['origin'] | null
      /** Ids of the strategies whose ideas for it are not stored because they are recorded already. */
      readonly evaluatedBy?: readonly string[]
    }
  /** The history of the symbol is over. What was said of it is handed on now, all at once and in order. */
  | { readonly kind: 'live'; readonly symbol: string }

/** Idea of such a strategy for a candle. */
export interface PlugInIdea {
  readonly candle: Candle
  readonly origin: Signal['origin']
  readonly strategyIdea: Omit<StrategyIdea, 'definition'>
}
