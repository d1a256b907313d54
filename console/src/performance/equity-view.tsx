import type { components } from '@plimsoll/client'
import { useEffect, useMemo, useState } from 'react'
import { ChartCredit } from '../chart/chart-credit.tsx'
import type { EquityPoint } from '../chart/equity-chart.tsx'
import { EquityChart } from '../chart/lazy-charts.tsx'
import { EventTime } from '../figures/event-time.tsx'
import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { MINUTE_MS } from '../figures/time-units.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { Figures } from '../ui/figures.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { buildCurve, extendCurve, readCurve } from './equity-curve.ts'

/** Chart, figures and table of the equity curve from the API, continued by the live balance. */
export const EquityView = ({ portfolio, span, points: most }: Viewing) => {
  const { drawdown } = portfolio
  const spacingMs = toLength(portfolio) / most
  const [samples, setSamples] = useState(() => readCurve(portfolio, spacingMs))
  const balance = useChannel('account.balance')?.data
  useEffect(() => {
    if (balance)
      setSamples((before) =>
        extendCurve(before, { at: balance.asOf, equity: balance.equity }, Math.max(MINUTE_MS, spacingMs)),
      )
  }, [balance, spacingMs])
  const { points, peak } = useMemo(() => buildCurve(samples, drawdown), [samples, drawdown])
  const last = points.at(-1)
  if (!last) return <p>{t('No equity history yet.')}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      <Figures
        isHorizontal
        of={{
          [t('Latest equity')]: formatUsdt(last.equity),
          [t('Peak')]: formatUsdt(peak?.equity),
          [t('Peak at')]: <EventTime at={peak?.at ?? null} />,
          [t('Current drawdown')]: formatPercent(Math.abs(last.belowPeakPct)),
          [t('Max drawdown')]: formatPercent(
            Math.max(drawdown.maxPct, ...points.map(({ belowPeakPct }) => -belowPeakPct)),
          ),
        }}
      />
      <EquityChart curve={points} label={t('Equity and drawdown over {span}; values in the table below', { span })} />
      <div className="flex flex-wrap items-baseline gap-x-6">
        <p className="text-sm text-muted">{t('Times on the chart are in UTC.')}</p>
        <ChartCredit look="text-sm" />
      </div>
      <details>
        <summary className="text-accent underline">{t('Show as table')}</summary>
        <Table
          label={t('Equity')}
          columns={COLUMNS}
          rows={points.slice(-TABLE_MAX).toReversed()}
          rowKey={({ at }) => at}
          empty={t('No data.')}
        />
      </details>
    </div>
  )
}

const TABLE_MAX = 50

interface Viewing {
  readonly portfolio: components['schemas']['Portfolio']
  /** Period of the curve. */
  readonly span: string
  /** Maximum number of its samples. */
  readonly points: number
}

/** Returns the time from the first sample of the curve to its last. */
const toLength = ({ asOf, series }: Viewing['portfolio']): number =>
  Date.parse(asOf) - Date.parse(series?.points[0]?.at ?? asOf)

const COLUMNS: readonly [Column<EquityPoint>, ...Column<EquityPoint>[]] = [
  { name: t('Time'), align: 'left', cell: ({ at }) => <EventTime at={at} /> },
  { name: t('Equity, USDT'), cell: ({ equity }) => formatUsdt(equity) },
  { name: t('Drawdown'), cell: ({ belowPeakPct }) => formatPercent(belowPeakPct) },
]
