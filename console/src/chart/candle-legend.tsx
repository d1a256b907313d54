import type { IChartApi, MouseEventParams } from 'lightweight-charts'
import { useEffect, useState } from 'react'
import { formatInstant } from '../figures/instants.ts'
import { formatExact, formatReading, formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { type Candle, candleAt } from './candles.ts'
import type { Indicator, Values } from './plots.ts'
import { toMs } from './use-time-axis.ts'

/** Legend of a chart: prices and volume of the candle under the pointer, or of the newest, and its indicator values. */
export const CandleLegend = ({ chart, candles, tickSize, indicators, values }: Legend) => {
  const [zone] = usePreference('zone')
  const pointedAt = usePointedAt(chart)
  const candle = (pointedAt === undefined ? undefined : candleAt(candles, pointedAt)) ?? candles.at(-1)
  if (!candle) return null
  const { openTimeMs, open, high, low, close, volume, closed } = candle
  const index = candles.indexOf(candle)
  const prices = { O: open, H: high, L: low, C: close }
  const colour = Number(close) < Number(open) ? 'text-down' : 'text-up'
  return (
    <div
      data-legend
      className="pointer-events-none absolute top-1 left-2 z-2 max-w-[calc(100%-5.5rem)] rounded bg-raised/75 text-xs text-muted"
    >
      <p className="flex flex-wrap gap-x-2.5 max-sm:gap-x-1.5 max-sm:text-2xs">
        <span className="max-sm:sr-only">{formatInstant(openTimeMs, zone)}</span>
        {Object.entries(prices).map(([name, price]) => (
          <span key={name}>
            {name} <span className={colour}>{formatToStep(price, tickSize)}</span>
          </span>
        ))}
        <span>{rich('Vol {span}', { span: <span className="text-ink">{formatExact(volume)}</span> })}</span>
        {!closed && <span>{t('forming')}</span>}
      </p>
      {indicators.length > 0 && (
        <ul aria-label={t('Indicators on the chart')} className="flex flex-wrap gap-x-2.5">
          {indicators.map(({ name, plots, isOverlay }, at) => (
            <li key={name}>
              {name}{' '}
              {plots.map(({ key, colour: of }) => (
                <span key={key} className="mr-1" style={{ color: `var(--color-${of})` }}>
                  {formatPlotValue(values[at]?.[index]?.[key], isOverlay ? tickSize : undefined)}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface Legend {
  readonly chart: IChartApi | undefined
  readonly candles: readonly Candle[]
  readonly tickSize: string
  readonly indicators: readonly Indicator[]
  /** Values of each indicator, by candle. */
  readonly values: readonly Values[]
}

const PLACES = 10

const formatPlotValue = (value: number | undefined, tickSize: string | undefined): string => {
  if (value === undefined || !Number.isFinite(value)) return ''
  return tickSize === undefined
    ? formatReading(Math.round(value * 100) / 100)
    : formatToStep(value.toFixed(PLACES), tickSize)
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
