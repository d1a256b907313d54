import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Time,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { toBar, toVolumeBar } from './bars.ts'
import { type Candle, changedFrom } from './candles.ts'
import type { ChartColours } from './create-chart.ts'

/** Series of a candle chart. */
export interface Series {
  readonly candles: ISeriesApi<'Candlestick'>
  readonly volume: ISeriesApi<'Histogram'>
  /** Price line of the newest price, wherever the chart is scrolled. */
  readonly last: IPriceLine
  readonly marks: ISeriesMarkersPluginApi<Time>
}

const VOLUME_SHARE = 0.18
const VOLUME_OPTIONS = {
  priceFormat: { type: 'volume' },
  priceScaleId: 'volume',
  priceLineVisible: false,
  lastValueVisible: false,
} as const

const addSeries = (chart: IChartApi): Series => {
  const candles = chart.addSeries(CandlestickSeries, { priceLineVisible: false, lastValueVisible: false })
  const volume = chart.addSeries(HistogramSeries, VOLUME_OPTIONS)
  volume.priceScale().applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } })
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: VOLUME_SHARE } })
  const last = candles.createPriceLine({ price: 0, lineWidth: 1, lineStyle: LineStyle.SparseDotted })
  return { candles, volume, last, marks: createSeriesMarkers(candles) }
}

/** Creates the series of a chart. */
export const useSeries = (chart: IChartApi | undefined): Series | undefined => {
  const [series, setSeries] = useState<Series>()
  useEffect(() => setSeries(chart && addSeries(chart)), [chart])
  return series
}

/** Draws rising candles hollow and falling ones filled, so that they differ without colours too. */
export const useSeriesOptions = (
  series: Series | undefined,
  colours: ChartColours | undefined,
  tickSize: string,
): void => {
  useEffect(() => {
    if (!series || !colours) return
    const { up, down, muted } = colours
    series.candles.applyOptions({
      upColor: 'transparent',
      borderUpColor: up,
      wickUpColor: up,
      downColor: down,
      borderDownColor: down,
      wickDownColor: down,
      priceFormat: {
        type: 'custom',
        minMove: Number(tickSize),
        formatter: (price: number) => formatToStep(String(price), tickSize),
      },
    })
    series.last.applyOptions({ color: muted })
  }, [series, colours, tickSize])
}

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
  const from = changedFrom(drawn, candles)
  const last = candles.at(-1)
  series.last.applyOptions({
    lineVisible: last !== undefined,
    axisLabelVisible: last !== undefined,
    price: Number(last?.close ?? 0),
  })
  if (drawn.length === 0 || from < drawn.length - 1) {
    series.candles.setData(candles.map(toBar))
    series.volume.setData(candles.map((candle) => toVolumeBar(candle, colours)))
    return
  }
  for (const candle of candles.slice(from)) {
    series.candles.update(toBar(candle))
    series.volume.update(toVolumeBar(candle, colours))
  }
}
