import { AreaSeries, type ISeriesApi, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { useEffect, useState } from 'react'
import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'
import { useChart } from './use-chart.ts'

/** Chart of the equity with its drawdown below, and of a benchmark if the points have one. */
export const EquityChart = ({ curve, label }: { readonly curve: readonly EquityPoint[]; readonly label: string }) => {
  const { place, chart, colours } = useChart()
  const [drawn, setDrawn] = useState<Drawn>()
  useEffect(() => {
    if (!chart) return
    const format = { lineWidth: 2, lastValueVisible: true, priceLineVisible: false } as const
    setDrawn({
      equity: chart.addSeries(AreaSeries, { ...format, priceFormat: USDT }, 0),
      held: chart.addSeries(LineSeries, { ...format, lineWidth: 1, priceFormat: USDT }, 0),
      drawdown: chart.addSeries(AreaSeries, { ...format, invertFilledArea: true, priceFormat: PERCENT }, 1),
    })
    chart.panes()[0]?.setStretchFactor(2)
    chart.timeScale().applyOptions({ rightOffset: 0 })
  }, [chart])
  useEffect(() => {
    if (!drawn || !colours) return
    drawn.equity.applyOptions(areaColours(colours.accent))
    drawn.drawdown.applyOptions(areaColours(colours.down))
    drawn.held.applyOptions({ color: colours['series-2'] })
  }, [drawn, colours])
  useEffect(() => {
    if (!drawn) return
    const pixels = toPixels(curve)
    drawn.equity.setData(pixels.map(({ time, equity }) => ({ time, value: equity })))
    drawn.held.setData(pixels.flatMap(({ time, held }) => (held === undefined ? [] : [{ time, value: held }])))
    drawn.drawdown.setData(pixels.map(({ time, belowPeakPct }) => ({ time, value: belowPeakPct })))
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

interface Pixel {
  readonly time: UTCTimestamp
  readonly equity: number
  readonly belowPeakPct: number
  readonly held: number | undefined
}

/** Returns at most one point per second, the resolution of the chart. */
const toPixels = (curve: readonly EquityPoint[]): readonly Pixel[] => {
  const bySecond = new Map<number, Pixel>()
  for (const { at, equity, belowPeakPct, held } of curve) {
    const time = Math.floor(Date.parse(at) / 1_000) as UTCTimestamp
    bySecond.set(time, { time, equity: Number(equity), belowPeakPct, held: held ?? undefined })
  }
  return [...bySecond.values()]
}
