import type { Candle } from '../../domain/market/candle.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { StrategyIdea } from '../../domain/signal/series.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { BarContext } from '../../domain/signal/strategy.ts'

/** What strategies beside the engine are told, in this order. */
export type StrategyMessage =
  | {
      readonly kind: 'bar'
      readonly candle: Candle
      /** Null where it was not wholly observed: what they know of the series ends before it. */
      readonly bar: Bar | null
      readonly context: BarContext
      /** Null where what they say of it is not kept. */
      readonly origin: Signal['origin'] | null
      /** Strategies whose say of it is not kept because it has been heard: their ids. */
      readonly evaluatedBy?: readonly string[]
    }
  /** The history of the symbol is over. What was said of it is handed on now, all at once and in order. */
  | { readonly kind: 'live'; readonly symbol: string }

/** What such a strategy said of a candle. */
export interface PlugInIdea {
  readonly candle: Candle
  readonly origin: Signal['origin']
  readonly strategyIdea: Omit<StrategyIdea, 'definition'>
}

/** What is heard of such a strategy. */
export type StrategyEvent =
  /** Of one symbol. */
  | { readonly kind: 'ideas'; readonly strategyId: string; readonly ideas: readonly PlugInIdea[] }
  /** It threw, stalled or ended, and is not run any more. */
  | { readonly kind: 'failed'; readonly strategyId: string; readonly reason: string }
