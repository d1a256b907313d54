/** Trials of a parameter search and their evaluations. */

import type { Driver } from '../driver.ts'
import type { Point } from './space.ts'

/** Result of a backtest at one point. */
export interface Evaluation {
  /** Objective, higher is better; null when the sample is too small. */
  readonly value: number | null
  readonly trades: number
  readonly net: string
  /** Daily UTC returns, over the same days in every trial on the same range. */
  readonly returns: readonly number[]
  /** Driver that ran it. */
  readonly engine: Driver
}

export interface Trial extends Evaluation {
  readonly number: number
  readonly point: Point
  readonly params: Readonly<Record<string, number>>
  /** Share of the range on which it was evaluated; below 1 when the pruner stopped it. */
  readonly share: number
}
