/** Hooks that compute and draw the indicators of a chart. */

import { HistogramSeries, type IChartApi, type ISeriesApi, LineSeries, LineStyle } from 'lightweight-charts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { chartTime } from './bars.ts'
import { type Candle, changedFrom, needsRedraw } from './candles.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'
import { computeIndicators, INDICATORS, type Indicator, type Plot, type Values } from './indicators.ts'
import type { Series } from './use-series.ts'

/** Draws the indicators over the prices, or each in a pane below them. */
export const useIndicators = (
  { chart, series, colours }: Base,
  { indicators, values }: Computed,
  candles: readonly Candle[],
): void => {
  const [added, setAdded] = useState<readonly DrawnPlot[]>([])
  useEffect(() => {
    if (!chart || !series) return
    const drawn = addIndicators(chart, indicators)
    setAdded(drawn)
    return () => {
      setAdded([])
      queueMicrotask(() => {
        if (chart.panes().length > 0) for (const one of drawn) chart.removeSeries(one.series)
      })
    }
  }, [chart, series, indicators])
  useEffect(() => {
    if (colours) for (const one of added) paint(one, colours)
  }, [added, colours])
  const before = useRef<{ readonly added: typeof added; readonly candles: readonly Candle[] }>(undefined)
  useEffect(() => {
    const drawn = before.current?.added === added ? before.current.candles : []
    for (const one of added) draw(one, values[one.at] ?? [], { drawn, candles })
    before.current = { added, candles }
  }, [added, values, candles])
}

type Drawn = ISeriesApi<'Line' | 'Histogram'>

interface Computed {
  readonly indicators: readonly Indicator[]
  /** Values of each, by candle. */
  readonly values: readonly Values[]
}

interface Base {
  readonly chart: IChartApi | undefined
  /** Series of the prices, which come first. */
  readonly series: Series | undefined
  readonly colours: ChartColours | undefined
}

/** Height of the price pane, relative to one indicator pane. */
const PRICE_PANE = 4

/** Returns the values of the indicators with these names. */
export const useIndicatorValues = (names: readonly string[], candles: readonly Candle[]): Computed => {
  const indicators = useMemo(() => INDICATORS.filter(({ name }) => names.includes(name)), [names])
  const values = useMemo(() => computeIndicators(indicators, candles), [indicators, candles])
  return { indicators, values }
}

const addPlot = (chart: IChartApi, { isHistogram }: Plot, pane: number, isOverlay: boolean): Drawn => {
  const options = { priceLineVisible: false, lastValueVisible: !isOverlay } as const
  return isHistogram
    ? chart.addSeries(HistogramSeries, options, pane)
    : chart.addSeries(LineSeries, { ...options, lineWidth: 1, crosshairMarkerVisible: false }, pane)
}

/** Grey of a level, in either theme. */
const LEVEL = 'rgba(125, 135, 150, 0.6)'

/** A series with the plot it draws, and the index of its indicator. */
interface DrawnPlot {
  readonly series: Drawn
  readonly plot: Plot
  readonly at: number
}

const addIndicators = (chart: IChartApi, indicators: readonly Indicator[]): readonly DrawnPlot[] => {
  let panes = 0
  const added = indicators.flatMap(({ plots, isOverlay, levels = [] }, at) => {
    const pane = isOverlay ? 0 : ++panes
    const drawn = plots.map((plot) => ({ series: addPlot(chart, plot, pane, isOverlay), plot, at }))
    for (const price of levels)
      drawn[0]?.series.createPriceLine({
        price,
        color: LEVEL,
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
      })
    return drawn
  })
  for (const [at, pane] of chart.panes().entries()) pane.setStretchFactor(at === 0 ? PRICE_PANE : 1)
  return added
}

const paint = ({ series, plot: { colour, isHistogram } }: DrawnPlot, colours: ChartColours): void =>
  series.applyOptions({ color: isHistogram ? withAlpha(colours[colour], HISTOGRAM) : colours[colour] })

const HISTOGRAM = 0.6

interface Change {
  readonly drawn: readonly Candle[]
  readonly candles: readonly Candle[]
}

/** Draws the changed values: the newest one by one, otherwise all of them. */
const draw = ({ series, plot }: DrawnPlot, values: Values, { drawn, candles }: Change): void => {
  const isWhole = needsRedraw(drawn, candles)
  const begin = isWhole ? 0 : changedFrom(drawn, candles)
  const points = candles.slice(begin).map(({ openTimeMs }, index) => {
    const value = values[begin + index]?.[plot.key] ?? Number.NaN
    const time = chartTime(openTimeMs)
    return Number.isFinite(value) ? { time, value } : { time }
  })
  if (isWhole) series.setData(points)
  else for (const point of points) series.update(point)
}
