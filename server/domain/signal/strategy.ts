import type { Bar } from './bar.ts'

export type Direction = 'LONG' | 'SHORT'

export type Family = 'TREND' | 'MOMENTUM' | 'MEAN_REVERSION' | 'VOLATILITY' | 'CARRY' | 'PATTERN'

/** As ids of strategies look, those of the user's own too. */
export const isStrategyId = (text: string): boolean => /^[A-Z][A-Z0-9_]{1,31}$/.test(text)

/** What is known at the close of a bar beside its candle; null where it has not been observed, or not for long enough. */
export interface BarContext {
  /** Of the coming funding, as a fraction. */
  readonly fundingRate: number | null
  /** Of the newest rate among those of 30 days, 0 to 1: the share that is less, and half of what is equal. */
  readonly fundingPercentile: number | null
  /** Standard scores over the last 90 rates. */
  readonly fundingZ: number | null
  /** Mark over index, less one. */
  readonly basis: number | null
  /** Open interest against a day before, as a fraction. */
  readonly openInterestChange: number | null
}

/** What a strategy makes of a bar. Prices are doubles; they come to whole ticks before anything is done with them. */
export type Idea =
  | {
      readonly kind: 'ENTER'
      readonly direction: Direction
      /** How strongly, on the strategy's own scale: more is surer. */
      readonly score: number
      readonly stopLoss: number
      readonly takeProfit: number
      /** The figures it was decided by. */
      readonly features: Readonly<Record<string, number>>
    }
  | { readonly kind: 'EXIT'; readonly direction: Direction; readonly features: Readonly<Record<string, number>> }

/** Told each closed bar once, in order, without a gap; keeps what it needs of those before. Reads nothing else. */
export type Rule = (bar: Bar, context: BarContext) => Idea | null

export type Params = Readonly<Record<string, number>>

/** One strategy: what it is called, by which figures, and how to begin it on a series of bars. */
export interface StrategyDefinition<P extends Params = Params> {
  /** For example `S01`. */
  readonly id: string
  /** For example `DONCHIAN_BREAKOUT`. */
  readonly name: string
  readonly family: Family
  /** Another rule under the same id is another version. */
  readonly version: number
  readonly params: P
  /** Bars the rule must have been told before what it says counts. */
  readonly warmupBars: number
  /** A signal is over after so many bars. */
  readonly horizonBars: number
  /** What it needs beside candles; without it the rule stays silent. */
  readonly needs: readonly ('FUNDING' | 'BASIS' | 'OPEN_INTEREST')[]
  /** Of one that comes from a file of the user's: SHA-256 of what it was loaded from. */
  readonly sourceDigest?: string
  /** A rule of its own for one series, at its beginning. */
  begin(params: P): Rule
}
