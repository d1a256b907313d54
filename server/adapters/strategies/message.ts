/** Messages between the engine and the thread of a user strategy, and the text of errors thrown there. */

import type { Interval } from '../../domain/market/interval.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { StrategyIdea } from '../../domain/signal/series.ts'
import type { BarContext, Params, StrategyDefinition } from '../../domain/signal/strategy.ts'

/** Start parameters of a strategy thread. */
export interface ThreadOptions {
  /** Absolute path of the strategy file. */
  readonly path: string
  /** Parameters that replace those in the file. */
  readonly params: Params
  /** Shared counter of the bars processed by the thread. */
  readonly progress: Int32Array
}

/** A bar as sent to a thread. */
export interface ThreadBar {
  readonly symbol: string
  readonly interval: Interval
  /** Null discards the history of the series. */
  readonly bar: Bar | null
  readonly context: BarContext
}

/** A definition without its rule, which stays in its thread. */
export type Described = Omit<StrategyDefinition, 'begin' | 'sourceDigest'> & { readonly sourceDigest: string }

/** An idea for a bar, identified by the bar's index in its batch. */
export interface ThreadIdea {
  readonly index: number
  readonly strategyIdea: Omit<StrategyIdea, 'definition'>
}

/**
 * A message from a thread: one after loading, then one with the results of each batch of bars. None follows a fault.
 */
export type ThreadMessage =
  | { readonly kind: 'loaded'; readonly definition: Described }
  | { readonly kind: 'answered'; readonly ideas: readonly ThreadIdea[] }
  | { readonly kind: 'fault'; readonly reason: string }

/** Returns the first line of any thrown value, truncated to the maximum length. */
export const firstLine = (thrown: unknown): string => {
  const text = thrown instanceof Error ? `${thrown.message || thrown.name}` : String(thrown)
  return text.split('\n', 1)[0]?.slice(0, LENGTH_MAX) || 'something without a message was thrown'
}

const LENGTH_MAX = 300
