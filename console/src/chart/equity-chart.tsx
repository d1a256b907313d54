import {
  AreaSeries,
  type AreaSeriesPartialOptions,
  type AutoscaleInfo,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useState } from 'react'
import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'
import { divideEvenly } from './even-intervals.ts'
import { useChart } from './use-chart.ts'
import { useTimeAxis } from './use-time-axis.ts'

/** Chart of the equity with its drawdown below, and of a benchmark if the points have one. */
export const EquityChart = ({ curve, label }: { readonly curve: readonly EquityPoint[]; readonly label: string }) => {
  const { place, chart, colours } = useChart()
  const [drawn, setDrawn] = useState<Drawn>()
  useTimeAxis(chart, 'UTC', 0)
  useEffect(() => {
    if (!chart) return
    const format = { lineWidth: 2, lastValueVisible: true, priceLineVisible: false } as const
    const drawn = {
      equity: chart.addSeries(AreaSeries, { ...format, priceFormat: USDT }, 0),
      held: chart.addSeries(LineSeries, { ...format, lineWidth: 1, priceFormat: USDT }, 0),
      drawdown: chart.addSeries(AreaSeries, { ...format, ...UNDERWATER, priceFormat: PERCENT }, 1),
    }
    drawn.drawdown.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.1 } })
    setDrawn(drawn)
    chart.panes()[0]?.setStretchFactor(2)
    chart.timeScale().applyOptions({ ...WHOLE, minBarSpacing: 0.1, lockVisibleTimeRangeOnResize: true })
  }, [chart])
  useEffect(() => {
    if (!drawn || !colours) return
    drawn.equity.applyOptions(areaColours(colours.accent))
    drawn.drawdown.applyOptions(areaColours(colours.down))
    drawn.held.applyOptions({ color: colours['series-2'] })
  }, [drawn, colours])
  useEffect(() => {
    if (!drawn) return
    const intervals = divideEvenly(curve.map(toValues), INTERVALS)
    const draw = (series: ISeriesApi<'Area' | 'Line'>, name: keyof Values): void =>
      series.setData(
        intervals.map(({ time, ...values }: Timed & Partial<Values>) => ({
          time: time as UTCTimestamp,
          ...(values[name] !== undefined && { value: values[name] }),
        })),
      )
    draw(drawn.equity, 'equity')
    draw(drawn.held, 'held')
    draw(drawn.drawdown, 'belowPeakPct')
  }, [drawn, curve])
  useEffect(() => {
    if (drawn) chart?.timeScale().fitContent()
  }, [drawn, chart])
  return <div ref={place} role="img" aria-label={label} className="h-96 w-full" />
}

export interface EquityPoint {
  /** RFC 3339. */
  readonly at: string
  readonly equity: string
  /** Drawdown from the preceding equity peak, in percent of the peak; zero or negative. */
  readonly belowPeakPct: number
  /** Equity of a benchmark, drawn as a line. */
  readonly held?: number | null
}

const USDT = { type: 'custom', minMove: 0.01, formatter: (value: number) => formatUsdt(value.toFixed(2)) } as const
const PERCENT = { type: 'custom', minMove: 0.01, formatter: formatPercent } as const

/** Nothing is displayed beyond the ends of the curve, where labels of the time axis are moved inwards instead of cut off. */
const WHOLE = { rightOffset: 0, fixLeftEdge: true, fixRightEdge: true } as const

/** Intervals of the time of a curve, about as many as a chart has pixels. */
const INTERVALS = 600

/** Least depth of the drawdown's scale, in percent, so that a small drawdown looks small. */
const LEAST_DEPTH = 0.5

/** The drawdown fills down from zero. */
const UNDERWATER: AreaSeriesPartialOptions = {
  invertFilledArea: true,
  autoscaleInfoProvider: (read: () => AutoscaleInfo | null) => {
    const info = read()
    if (!info?.priceRange) return info
    return { ...info, priceRange: { minValue: Math.min(info.priceRange.minValue, -LEAST_DEPTH), maxValue: 0 } }
  },
}

interface Drawn {
  readonly equity: ISeriesApi<'Area'>
  readonly drawdown: ISeriesApi<'Area'>
  readonly held: ISeriesApi<'Line'>
}

/** Returns the line colour with a paler fill; canvas colours need an explicit opacity. */
const areaColours = (colour: ChartColours['accent']) => {
  const paler = withAlpha(colour, 0.2)
  return { lineColor: colour, topColor: paler, bottomColor: paler }
}

interface Timed {
  readonly time: number
}

interface Values {
  readonly equity: number
  readonly belowPeakPct: number
  readonly held: number | undefined
}

const toValues = ({ at, equity, belowPeakPct, held }: EquityPoint): Timed & Values => ({
  time: Math.floor(Date.parse(at) / 1_000),
  equity: Number(equity),
  belowPeakPct,
  held: held ?? undefined,
})
