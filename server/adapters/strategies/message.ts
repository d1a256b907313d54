import type { Interval } from '../../domain/market/interval.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { StrategyIdea } from '../../domain/signal/series.ts'
import type { BarContext, StrategyDefinition } from '../../domain/signal/strategy.ts'

/** What a thread is begun with. */
export interface ThreadOrder {
  /** Absolute. */
  readonly path: string
  /** One number: how many bars the thread has been through. */
  readonly progress: Int32Array
}

/** A bar as a thread is told it. */
export interface ThreadBar {
  readonly symbol: string
  readonly interval: Interval
  /** Null ends what is known of the series. */
  readonly bar: Bar | null
  readonly context: BarContext
}

/** A definition without its rule, which stays in its thread. */
export type Described = Omit<StrategyDefinition, 'begin' | 'sourceDigest'> & { readonly sourceDigest: string }

/** What was said of a bar, by its place among those that were told together. */
export interface ThreadIdea {
  readonly index: number
  readonly strategyIdea: Omit<StrategyIdea, 'definition'>
}

/** What a thread says: once what it has loaded, then of every lot of bars what they came to. Nothing after a fault. */
export type ThreadWord =
  | { readonly kind: 'loaded'; readonly definition: Described }
  | { readonly kind: 'answered'; readonly ideas: readonly ThreadIdea[] }
  | { readonly kind: 'fault'; readonly reason: string }
