/** Definitions of strategies: parameters, rule, input and ideas, and the golden test case of built-in ones. */

import type { Bar } from './bar.ts'

/** A strategy of this build, with its golden test case. */
export interface BuiltInStrategy<P extends Params = Params> extends StrategyDefinition<P> {
  readonly golden: GoldenCase
}

/** Returns whether a text has the form of a strategy id, user strategies included. */
export const isStrategyId = (text: string): boolean => /^[A-Z][A-Z0-9_]{1,31}$/.test(text)

export type Direction = 'LONG' | 'SHORT'

export type Family = 'TREND' | 'MOMENTUM' | 'MEAN_REVERSION' | 'VOLATILITY' | 'CARRY' | 'PATTERN'

/** Market context at the close of a bar besides its candle; null when not observed, or not for long enough. */
export interface BarContext {
  /** Rate of the coming funding, as a fraction. */
  readonly fundingRate: number | null
  /** Percentile of the newest rate in 30 days, 0 to 1: the share that is less, and half of what is equal. */
  readonly fundingPercentile: number | null
  /** Standard scores over the last 90 rates. */
  readonly fundingZ: number | null
  /** Mark over index, less one. */
  readonly basis: number | null
  /** Open interest against a day before, as a fraction. */
  readonly openInterestChange: number | null
}

/** Result of a strategy on a bar. Prices are doubles; they are rounded to whole ticks before use. */
export type Idea =
  | {
      readonly kind: 'ENTER'
      readonly direction: Direction
      /** Strength on the strategy's own scale: higher is more certain. */
      readonly score: number
      readonly stopLoss: number
      readonly takeProfit: number
      /** Figures that the decision is based on. */
      readonly features: Readonly<Record<string, number>>
    }
  | { readonly kind: 'EXIT'; readonly direction: Direction; readonly features: Readonly<Record<string, number>> }

/** Rule called with each closed bar once, in order, without a gap; keeps the state it needs and reads nothing else. */
export type Rule = (bar: Bar, context: BarContext) => Idea | null

export type Params = Readonly<Record<string, number>>

/** One strategy: its id and name, its parameters, and the function that creates its rule for a series of bars. */
export interface StrategyDefinition<P extends Params = Params> {
  /** Strategy ID, for example `S01`. */
  readonly id: string
  /** Strategy name, for example `DONCHIAN_BREAKOUT`. */
  readonly name: string
  readonly family: Family
  /** A changed rule under the same ID is a new version. */
  readonly version: number
  readonly params: P
  /** Number of bars the rule must process before its results count. */
  readonly warmupBars: number
  /** Number of bars after which a signal expires. */
  readonly horizonBars: number
  /** Data it needs besides candles; without them it returns nothing. */
  readonly needs: readonly ('FUNDING' | 'BASIS' | 'OPEN_INTEREST')[]
  /** SHA-256 of the source, for a strategy loaded from a user's file. */
  readonly sourceDigest?: string
  /** Creates a rule at the beginning of one series. */
  begin(params: P): Rule
}

/** Short synthetic market, and the ideas a strategy must have on it, with every figure to ten digits. */
export interface GoldenCase {
  readonly bars: readonly Bar[]
  context(index: number): BarContext
  readonly ideas: readonly GoldenIdea[]
}

export interface GoldenIdea {
  /** Index of its bar. */
  readonly at: number
  readonly idea: Idea
}
