/**
 * Average true range (ATR): value by value (`atr`), and over a whole series as the reference of the tests
 * (`atrSeries`).
 */

import type { Bar } from '../bar.ts'
import { rma, rmaSeries } from './rma.ts'
import { trueRange, trueRangeSeries } from './true-range.ts'

/** Average true range: Wilder's average of the true ranges starting at the second bar, first available at bar n + 1. */
export const atr = (n: number): ((bar: Bar) => number) => {
  const range = trueRange()
  const average = rma(n)
  return (bar) => average(range(bar))
}

export const atrSeries = (bars: readonly Bar[], n: number): number[] => rmaSeries(trueRangeSeries(bars), n)
