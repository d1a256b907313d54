/** Definition of an indicator, and the points that its plots draw. */

import type { Bar } from '../../../server/domain/signal/bar.ts'
import type { Candle } from './candles.ts'
import type { ChartColours } from './create-chart.ts'

export interface Indicator {
  readonly name: string
  /** Name in full, with its settings. */
  readonly title: string
  /** True when it is drawn over the prices on their scale, false when it has a separate pane. */
  readonly isOverlay: boolean
  readonly plots: readonly Plot[]
  /** Levels drawn across its pane. */
  readonly levels?: readonly number[]
  /** Whether its lines begin anew at a candle, so that none joins it to the candle before. */
  readonly restartsAt?: (candle: Candle, before: Candle) => boolean
  /** Starts a computation over bars, oldest first; values are NaN until there are enough bars. */
  readonly begin: () => (bar: Bar) => Readonly<Record<string, number>>
}

/** One line of an indicator, or its histogram. */
export interface Plot {
  readonly key: string
  readonly colour: keyof ChartColours
  readonly isHistogram?: true
}

/** Values of an indicator: one record per candle, with a number for each plot. */
export type Values = readonly Readonly<Record<string, number>>[]

/**
 * Returns the value of a plot at a candle, NaN where it has none, and whether the line ends there although candles
 * follow: at the last value before a gap or a restart.
 */
export const readPlot = ({ key }: Plot, { indicator, values, candles }: Computed, at: number): PlotPoint => {
  const value = values[at]?.[key] ?? Number.NaN
  const [candle, next] = [candles[at], candles[at + 1]]
  if (!Number.isFinite(value) || !candle || !next) return { value, isEnd: false }
  const isGap = !Number.isFinite(values[at + 1]?.[key] ?? Number.NaN)
  return { value, isEnd: isGap || indicator.restartsAt?.(next, candle) === true }
}

export interface PlotPoint {
  readonly value: number
  readonly isEnd: boolean
}

/** An indicator with its values on these candles. */
interface Computed {
  readonly indicator: Indicator
  readonly values: Values
  readonly candles: readonly Candle[]
}
