/** Hooks for the axes of a chart: labels in the chosen time zone, loading of older candles, zoom, and price scale. */

import { type IChartApi, PriceScaleMode, type TickMarkType, type Time } from 'lightweight-charts'
import { useEffect, useState } from 'react'
import { formatInstant, type Zone } from '../figures/instants.ts'
import { tickMark } from './tick-mark.ts'

/** Formats the times of a chart in a zone. `lengthMs` is the length of one candle, 0 for a curve. */
export const useTimeAxis = (chart: IChartApi | undefined, zone: Zone, lengthMs: number): void => {
  useEffect(() => {
    chart?.applyOptions({
      localization: { timeFormatter: (time: Time) => formatInstant(toMs(time), zone) },
      timeScale: {
        tickMarkFormatter: (time: Time, type: TickMarkType) => tickMark({ atMs: toMs(time), type, zone, lengthMs }),
      },
    })
  }, [chart, zone, lengthMs])
}

/** Converts a time of the chart library to milliseconds. */
export const toMs = (time: Time): number => Number(time) * 1_000

/** Distance from the oldest candle, in bars, at which older ones are loaded. */
const NEAR_BARS = 20

/** Calls `onOldest` when the oldest candles come into view. `onOldest` must be stable between renders. */
export const useOldest = (chart: IChartApi | undefined, onOldest: () => void): void => {
  useEffect(() => {
    if (!chart) return
    const scale = chart.timeScale()
    const onRangeChange = (range: { readonly from: number } | null): void => {
      if (range && range.from < NEAR_BARS) onOldest()
    }
    scale.subscribeVisibleLogicalRangeChange(onRangeChange)
    return () => scale.unsubscribeVisibleLogicalRangeChange(onRangeChange)
  }, [chart, onOldest])
}

/** Returns the number of candles that this width covers at the current zoom. */
export const useCandlesOver = (chart: IChartApi | undefined, widthPx: number): number => {
  const [candles, setCandles] = useState(1)
  useEffect(() => {
    if (!chart) return
    const scale = chart.timeScale()
    const measure = (range: { readonly from: number; readonly to: number } | null): void => {
      if (range && scale.width() > 0) setCandles(Math.ceil((widthPx * (range.to - range.from)) / scale.width()))
    }
    scale.subscribeVisibleLogicalRangeChange(measure)
    return () => scale.unsubscribeVisibleLogicalRangeChange(measure)
  }, [chart, widthPx])
  return candles
}

/** Makes the price scale logarithmic or linear, and fits all candles into the chart whenever `fitCount` changes. */
export const useScale = (chart: IChartApi | undefined, isLog: boolean, fitCount: number): void => {
  useEffect(() => {
    const mode = isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal
    chart?.priceScale('right').applyOptions({ mode })
  }, [chart, isLog])
  useEffect(() => {
    if (!chart || fitCount === 0) return
    chart.timeScale().fitContent()
    chart.priceScale('right').applyOptions({ autoScale: true })
  }, [chart, fitCount])
}
