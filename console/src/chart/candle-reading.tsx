import type { IChartApi, MouseEventParams } from 'lightweight-charts'
import { useEffect, useState } from 'react'
import { formatInstant } from '../figures/instants.ts'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import { usePreference } from '../preferences/preferences.ts'
import { type Candle, candleAt } from './candles.ts'
import { toMs } from './use-time-axis.ts'

interface Reading {
  readonly chart: IChartApi | undefined
  readonly candles: readonly Candle[]
  readonly tickSize: string
}

/** Values of the candle under the pointer, or of the newest. */
export const CandleReading = ({ chart, candles, tickSize }: Reading) => {
  const [zone] = usePreference('zone')
  const pointedAt = usePointedAt(chart)
  const candle = (pointedAt === undefined ? undefined : candleAt(candles, pointedAt)) ?? candles.at(-1)
  if (!candle) return null
  const { openTimeMs, open, high, low, close, volume, closed } = candle
  const prices = { O: open, H: high, L: low, C: close }
  return (
    <p className="pointer-events-none absolute top-1 left-2 z-2 flex flex-wrap gap-x-2.5 pr-20 text-xs text-muted">
      <span>{formatInstant(openTimeMs, zone)}</span>
      {Object.entries(prices).map(([name, price]) => (
        <span key={name}>
          {name} <span className="text-ink">{formatToStep(price, tickSize)}</span>
        </span>
      ))}
      <span>
        Vol <span className="text-ink">{formatExact(volume)}</span>
      </span>
      {!closed && <span>forming</span>}
    </p>
  )
}

const usePointedAt = (chart: IChartApi | undefined): number | undefined => {
  const [pointedAt, setPointedAt] = useState<number>()
  useEffect(() => {
    if (!chart) return
    const point = ({ time }: MouseEventParams): void => setPointedAt(time === undefined ? undefined : toMs(time))
    chart.subscribeCrosshairMove(point)
    return () => chart.unsubscribeCrosshairMove(point)
  }, [chart])
  return pointedAt
}
