/** Hooks that compute and draw the indicators of a chart. */

import { HistogramSeries, type IChartApi, type ISeriesApi, LineSeries, LineStyle } from 'lightweight-charts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { chartTime } from './bars.ts'
import { type Candle, changedFrom, needsRedraw } from './candles.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'
import { useIndicatorScript } from './indicator-script.ts'
import { type Indicator, type Plot, type PlotPoint, readPlot, type Values } from './plots.ts'
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
  const before = useRef<{ readonly added: typeof added; readonly drawn: ValuesOnCandles }>(undefined)
  useEffect(() => {
    const drawn = before.current?.added === added ? before.current.drawn : NOTHING
    for (const one of added) draw(one, indicators, { drawn, now: { values, candles } })
    before.current = { added, drawn: { values, candles } }
  }, [added, indicators, values, candles])
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

/** Returns the values of the indicators with these names; suspends until their script is loaded. */
export const useIndicatorValues = (names: readonly string[], candles: readonly Candle[]): Computed => {
  const script = useIndicatorScript(names.length > 0)
  const indicators = useMemo(() => script?.INDICATORS.filter(({ name }) => names.includes(name)) ?? [], [script, names])
  const values = useMemo(() => script?.computeIndicators(indicators, candles) ?? [], [script, indicators, candles])
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

interface ValuesOnCandles {
  /** Values of each indicator, by candle. */
  readonly values: readonly Values[]
  readonly candles: readonly Candle[]
}

const NOTHING: ValuesOnCandles = { values: [], candles: [] }

interface Change {
  readonly drawn: ValuesOnCandles
  readonly now: ValuesOnCandles
}

/**
 * Draws the changed values: the newest one by one, otherwise all of them. The candle before the first changed one is
 * drawn again if its line now ends there, or no longer does.
 */
const draw = ({ series, plot, at }: DrawnPlot, indicators: readonly Indicator[], { drawn, now }: Change): void => {
  const indicator = indicators[at]
  if (!indicator) return
  const read = ({ values, candles }: ValuesOnCandles, index: number): PlotPoint =>
    readPlot(plot, { indicator, values: values[at] ?? [], candles }, index)
  const toPoint = (index: number) => toChartPoint(now.candles[index] as Candle, read(now, index))
  if (needsRedraw(drawn.candles, now.candles)) return series.setData(now.candles.map((_, index) => toPoint(index)))
  const begin = changedFrom(drawn.candles, now.candles)
  const previous = begin - 1
  if (previous >= 0 && read(drawn, previous).isEnd !== read(now, previous).isEnd) series.update(toPoint(previous), true)
  for (let index = begin; index < now.candles.length; index += 1) series.update(toPoint(index))
}

/** Converts a point; without a value it is blank, and the line from the end of a section to the next point is invisible. */
const toChartPoint = ({ openTimeMs }: Candle, { value, isEnd }: PlotPoint) => {
  const time = chartTime(openTimeMs)
  if (!Number.isFinite(value)) return { time }
  return isEnd ? { time, value, color: INVISIBLE } : { time, value }
}

const INVISIBLE = 'rgba(0, 0, 0, 0)'
