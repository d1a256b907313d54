import { type Instant, MINUTE_MS } from '../core/instant.ts'
import type { CandleColumns, InstrumentHistory } from './history.ts'
import { listMonths, type Months } from './report/months.ts'
import type { Point } from './report/svg.ts'

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
  /** Equity over time, ascending; it is read more than once. */
  readonly equity: Iterable<{ readonly atMs: Instant; readonly equity: number }>
  readonly histories: readonly InstrumentHistory[]
  readonly r: readonly (number | null)[]
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Number of intervals, each contributing its lowest and highest equity and its largest drawdown. */
const BUCKETS = 600

export const createRunChart = ({ opening, equity, histories, r, fromMs, toMs }: ChartedRun): RunChart => {
  const bucketMs = Math.max(1, (toMs - fromMs) / BUCKETS)
  const buckets = new Map<number, Extremes>()
  let peak = opening
  for (const point of equity) {
    peak = Math.max(peak, point.equity)
    const fall = { ...point, drawdown: peak > 0 ? 1 - point.equity / peak : 0 }
    const bucket = Math.floor((point.atMs - fromMs) / bucketMs)
    buckets.set(bucket, widen(buckets.get(bucket), fall))
  }
  const start = { atMs: fromMs, equity: opening, drawdown: 0 }
  const extremes = [start, ...[...buckets.values()].flatMap(listExtremes)]
  return {
    opening,
    points: extremes.map(({ atMs, equity: value, drawdown }) => [
      atMs,
      value,
      drawdown,
      computeHeld({ opening, histories, fromMs }, atMs),
    ]),
    months: listMonths(toPoints(equity), opening),
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

/** Lowest and highest equity, largest drawdown and last equity of an interval. */
interface Extremes {
  readonly lowest: Fall
  readonly highest: Fall
  readonly deepest: Fall
  readonly last: Fall
}

const widen = (known: Extremes | undefined, fall: Fall): Extremes =>
  known
    ? {
        lowest: fall.equity < known.lowest.equity ? fall : known.lowest,
        highest: fall.equity > known.highest.equity ? fall : known.highest,
        deepest: fall.drawdown > known.deepest.drawdown ? fall : known.deepest,
        last: fall,
      }
    : { lowest: fall, highest: fall, deepest: fall, last: fall }

const listExtremes = ({ lowest, highest, deepest, last }: Extremes): readonly Fall[] =>
  [...new Map([lowest, highest, deepest, last].map((point) => [point.atMs, point])).values()].toSorted(
    (a, b) => a.atMs - b.atMs,
  )

function* toPoints(equity: ChartedRun['equity']): Generator<Point> {
  for (const { atMs, equity: y } of equity) yield { x: atMs, y }
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
