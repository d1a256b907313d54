import { type Instant, MINUTE_MS } from '../core/instant.ts'
import type { CandleColumns, InstrumentHistory } from './history.ts'
import { listMonths, type Months } from './report/months.ts'

/**
 * Chart data of a backtest run (equity, drawdown, buy and hold, monthly returns), downsampled once when the run is
 * stored.
 */
export interface RunChart {
  readonly opening: number
  /** Time, equity, drawdown as a fraction, and equity when holding the symbols instead. */
  readonly points: readonly ChartPoint[]
  readonly months: readonly Months[]
  readonly steps: Readonly<Record<string, { readonly tickSize: string; readonly lotSize: string }>>
  /** Result of each trade in R, in trade order; null if the stop is unknown. */
  readonly r: readonly (number | null)[]
}

type ChartPoint = readonly [atMs: Instant, equity: number, drawdown: number, held: number | null]

interface ChartedRun {
  readonly opening: number
  /** Equity over time, ascending. */
  readonly equity: readonly { readonly atMs: Instant; readonly equity: number }[]
  readonly histories: readonly InstrumentHistory[]
  readonly r: readonly (number | null)[]
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Number of intervals, each contributing its lowest and highest equity and its largest drawdown. */
const BUCKETS = 600

export const createRunChart = ({ opening, equity, histories, r, fromMs, toMs }: ChartedRun): RunChart => {
  let peak = opening
  const falls = equity.map((point) => {
    peak = Math.max(peak, point.equity)
    return { ...point, drawdown: peak > 0 ? 1 - point.equity / peak : 0 }
  })
  const start = { atMs: fromMs, equity: opening, drawdown: 0 }
  const bucketMs = Math.max(1, (toMs - fromMs) / BUCKETS)
  const buckets = Map.groupBy(falls, ({ atMs }) => Math.floor((atMs - fromMs) / bucketMs))
  const extremes = [start, ...[...buckets.values()].flatMap(pickExtremes)]
  return {
    opening,
    points: extremes.map(({ atMs, equity: value, drawdown }) => [
      atMs,
      value,
      drawdown,
      computeHeld({ opening, histories, fromMs }, atMs),
    ]),
    months: listMonths(
      equity.map(({ atMs, equity: y }) => ({ x: atMs, y })),
      opening,
    ),
    steps: Object.fromEntries(
      histories.map(({ instrument: { symbol, price, quantity } }) => [
        symbol,
        { tickSize: price.print(1), lotSize: quantity.print(1) },
      ]),
    ),
    r,
  }
}

type Fall = { readonly atMs: Instant; readonly equity: number; readonly drawdown: number }

const pickExtremes = (points: readonly Fall[]): readonly Fall[] => {
  const [first] = points
  if (!first) return []
  let [lowest, highest, deepest, last] = [first, first, first, first]
  for (const point of points) {
    if (point.equity < lowest.equity) lowest = point
    if (point.equity > highest.equity) highest = point
    if (point.drawdown > deepest.drawdown) deepest = point
    last = point
  }
  return [...new Map([lowest, highest, deepest, last].map((point) => [point.atMs, point])).values()].toSorted(
    (a, b) => a.atMs - b.atMs,
  )
}

/** Computes the equity when holding the symbols; null when a symbol has no price at the start or so far. */
const computeHeld = (
  { opening, histories, fromMs }: Pick<ChartedRun, 'opening' | 'histories' | 'fromMs'>,
  atMs: Instant,
): number | null => {
  let sum = 0
  for (const { last } of histories) {
    const [before, now] = [closeAt(last, fromMs), closeAt(last, atMs)]
    if (before === null || now === null) return null
    sum += now / before
  }
  return histories.length === 0 ? null : (opening * sum) / histories.length
}

/** Returns the last close up to an instant, in ticks; null until the first one. */
const closeAt = ({ fromMs, length, close }: CandleColumns, atMs: Instant): number | null => {
  let row = Math.min(length, Math.floor((atMs - fromMs) / MINUTE_MS)) - 1
  while (row >= 0 && close[row] === 0) row--
  return row < 0 ? null : (close[row] ?? null)
}
