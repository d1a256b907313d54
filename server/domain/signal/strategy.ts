/** Definitions of strategies: parameters, rule, input and ideas, and the golden test case of built-in ones. */

import type { Bar } from './bar.ts'

/** A strategy of this build, with its golden test case. */
export interface BuiltInStrategy<P extends Params = Params> extends StrategyDefinition<P> {
  readonly golden: GoldenCase
}

/** Returns whether a string has the form of a strategy ID, user strategies included. */
export const isStrategyId = (text: string): boolean => /^[A-Z][A-Z0-9_]{1,31}$/.test(text)

export type Direction = 'LONG' | 'SHORT'

export type Family = 'TREND' | 'MOMENTUM' | 'MEAN_REVERSION' | 'VOLATILITY' | 'CARRY' | 'PATTERN'

/** Market context at the close of a bar, in addition to its candle; null when not observed, or not for long enough. */
export interface BarContext {
  /** Next funding rate, as a fraction. */
  readonly fundingRate: number | null
  /** Percentile of the newest rate within 30 days, 0 to 1: the share of lower rates plus half the equal ones. */
  readonly fundingPercentile: number | null
  /** Z-score over the last 90 rates. */
  readonly fundingZ: number | null
  /** Mark price divided by index price, minus one. */
  readonly basis: number | null
  /** Change in open interest over a day, as a fraction. */
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
      /** Values the decision is based on. */
      readonly features: Readonly<Record<string, number>>
    }
  | { readonly kind: 'EXIT'; readonly direction: Direction; readonly features: Readonly<Record<string, number>> }

/** Rule called once with each closed bar, in order and without gaps; it has its own state and no other input. */
export type Rule = (bar: Bar, context: BarContext) => Idea | null

export type Params = Readonly<Record<string, number>>

/**
 * A rule in two stages: it finds setups on the bars, and places an idea on each of them. Rules that differ only in the
 * parameters of the placement find the same setups, so that a search over these evaluates the indicators once.
 */
export interface RuleStages<P extends Params = Params, Setup = unknown> {
  /** Parameters that only the placement reads. */
  readonly placing: readonly string[]
  /** Starts to find setups at the start of a series. */
  begin(params: P): (bar: Bar, context: BarContext) => Setup | null
  /** Returns the idea of a setup; it depends on nothing else. */
  place(setup: Setup, params: P): Idea | null
}

/** A strategy: its ID and name, its parameters, and the function that creates its rule for a series of bars. */
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
  /** Data needed besides candles; without them, the rule returns nothing. */
  readonly needs: readonly ('FUNDING' | 'BASIS' | 'OPEN_INTEREST')[]
  /** SHA-256 of the source, for a strategy loaded from a user's file. */
  readonly sourceDigest?: string
  /** Creates a rule at the start of a series. */
  begin(params: P): Rule
  /** The same rule in two stages, if it has them. */
  readonly stages?: RuleStages<P>
}

/** Short synthetic market and the expected ideas of a strategy, with every value to ten digits. */
export interface GoldenCase {
  readonly bars: readonly Bar[]
  context(index: number): BarContext
  readonly ideas: readonly GoldenIdea[]
}

export interface GoldenIdea {
  /** Index of the idea's bar. */
  readonly at: number
  readonly idea: Idea
}
