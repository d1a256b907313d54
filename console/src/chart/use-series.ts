/** Hooks that draw the prices and the volume of a candle chart. */

import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type Time,
} from 'lightweight-charts'
import { startTransition, useEffect, useRef, useState } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { toBars, toVolumeBar } from './bars.ts'
import { type Candle, changedFrom, needsRedraw } from './candles.ts'
import type { Shape } from './chart-appearance.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'

/** Series of a candle chart. */
export interface Series {
  readonly shape: Shape
  readonly prices: ISeriesApi<'Candlestick' | 'Bar' | 'Line' | 'Area'>
  readonly volume: ISeriesApi<'Histogram'>
  /** Price line of the newest price, wherever the chart is scrolled. */
  readonly last: IPriceLine
  readonly marks: ISeriesMarkersPluginApi<Time>
}

const VOLUME_SHARE = 0.18
const PLAIN = { priceLineVisible: false, lastValueVisible: false } as const
const VOLUME_OPTIONS = { ...PLAIN, priceFormat: { type: 'volume' }, priceScaleId: 'volume' } as const

const addPrices = (chart: IChartApi, shape: Shape): Series['prices'] => {
  if (shape === 'line') return chart.addSeries(LineSeries, { ...PLAIN, lineWidth: 2 })
  if (shape === 'area') return chart.addSeries(AreaSeries, { ...PLAIN, lineWidth: 2 })
  return shape === 'bars' ? chart.addSeries(BarSeries, PLAIN) : chart.addSeries(CandlestickSeries, PLAIN)
}

const addSeries = (chart: IChartApi, shape: Shape): Series => {
  const prices = addPrices(chart, shape)
  const volume = chart.addSeries(HistogramSeries, VOLUME_OPTIONS)
  volume.priceScale().applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } })
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: VOLUME_SHARE } })
  const last = prices.createPriceLine({ price: 0, lineWidth: 1, lineStyle: LineStyle.SparseDotted })
  return { shape, prices, volume, last, marks: createSeriesMarkers(prices) }
}

/** Creates the series of a chart; they are recreated when the shape of the prices changes. */
export const useSeries = (chart: IChartApi | undefined, shape: Shape): Series | undefined => {
  const [series, setSeries] = useState<Series>()
  useEffect(() => {
    if (!chart) return setSeries(undefined)
    const added = addSeries(chart, shape)
    startTransition(() => setSeries(added))
    return () => {
      setSeries(undefined)
      queueMicrotask(() => {
        if (chart.panes().length === 0) return
        chart.removeSeries(added.prices)
        chart.removeSeries(added.volume)
      })
    }
  }, [chart, shape])
  return series
}

const shapeColours = (shape: Shape, { up, down, accent, ink }: ChartColours) => {
  if (shape === 'line') return { color: accent }
  if (shape === 'area')
    return { lineColor: accent, topColor: withAlpha(accent, 0.25), bottomColor: withAlpha(accent, 0.02) }
  if (shape === 'bars') return { upColor: up, downColor: down, color: ink }
  return {
    upColor: shape === 'hollow' ? 'transparent' : up,
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
  }
}

/** Applies the colours of the theme and the tick size of the instrument to the series. */
export const useSeriesOptions = (
  series: Series | undefined,
  colours: ChartColours | undefined,
  tickSize: string,
): void => {
  useEffect(() => {
    if (!series || !colours) return
    series.prices.applyOptions({
      ...shapeColours(series.shape, colours),
      priceFormat: {
        type: 'custom',
        minMove: Number(tickSize),
        formatter: (price: number) => formatToStep(price.toFixed(PLACES_MAX), tickSize),
      },
    })
    series.last.applyOptions({ color: colours.muted })
  }, [series, colours, tickSize])
}

/** Maximum decimal places of a tick; without rounding, a double near zero would be formatted with an exponent. */
const PLACES_MAX = 10

interface Drawn {
  readonly series: Series
  readonly colours: ChartColours
  readonly candles: readonly Candle[]
}

/** Draws changed candles: the newest one by one, otherwise all of them. */
export const useDrawing = (
  series: Series | undefined,
  colours: ChartColours | undefined,
  candles: readonly Candle[],
): void => {
  const before = useRef<Drawn>(undefined)
  useEffect(() => {
    if (!series || !colours) return
    const isSame = before.current?.series === series && before.current.colours === colours
    draw({ series, colours, candles }, isSame ? before.current?.candles : undefined)
    before.current = { series, colours, candles }
  }, [series, colours, candles])
}

const draw = ({ series, colours, candles }: Drawn, drawn: readonly Candle[] = []): void => {
  const last = candles.at(-1)
  series.last.applyOptions({
    lineVisible: last !== undefined,
    axisLabelVisible: last !== undefined,
    price: Number(last?.close ?? 0),
  })
  if (needsRedraw(drawn, candles)) {
    series.prices.setData(toBars(candles, series.shape))
    series.volume.setData(candles.map((candle) => toVolumeBar(candle, colours)))
    return
  }
  const from = changedFrom(drawn, candles)
  const isAveraged = series.shape === 'heikinAshi'
  const bars = isAveraged ? toBars(candles, series.shape).slice(from) : toBars(candles.slice(from), series.shape)
  for (const bar of bars) series.prices.update(bar)
  for (const candle of candles.slice(from)) series.volume.update(toVolumeBar(candle, colours))
}
