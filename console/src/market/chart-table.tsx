import type { Candle } from '../chart/candles.ts'
import type { Line, PlacedMark } from '../chart/mark.ts'
import { formatInstant, type Zone } from '../figures/instants.ts'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { type Column, Table } from '../ui/table.tsx'

/** Table version of the chart, for screen readers and exact values. */
export const ChartTable = ({ candles, marks, lines, tickSize }: Tabled) => {
  const [zone] = usePreference('zone')
  return (
    <div className="grid min-h-0 grow grid-cols-1 content-start gap-4 overflow-y-auto p-3">
      <div>
        <h3 className="text-sm text-muted">{t('Position and orders')}</h3>
        <Table
          label={t('Position and orders')}
          columns={lineColumns(tickSize)}
          rows={lines}
          rowKey={({ id }) => id}
          empty={t('No positions or orders in this market.')}
          keepsColumns
        />
      </div>
      <div>
        <h3 className="text-sm text-muted">{t('Events, newest first')}</h3>
        <Table
          label={t('Events')}
          columns={markColumns(zone)}
          rows={marks.toReversed()}
          rowKey={({ id }) => id}
          empty={t('No events on these candles.')}
          look="long"
        />
      </div>
      <div>
        <h3 className="text-sm text-muted">{t('Last {count} candles, newest first', { count: CANDLE_ROWS_MAX })}</h3>
        <Table
          label={t('Candles')}
          columns={candleColumns(zone, tickSize)}
          rows={candles.slice(-CANDLE_ROWS_MAX).toReversed()}
          rowKey={({ openTimeMs }) => openTimeMs}
          empty={t('No candles.')}
          look="long"
        />
      </div>
    </div>
  )
}

interface Tabled {
  readonly candles: readonly Candle[]
  readonly marks: readonly PlacedMark[]
  readonly lines: readonly Line[]
  readonly tickSize: string
}

const CANDLE_ROWS_MAX = 50

const lineColumns = (tickSize: string): readonly [Column<Line>, ...Column<Line>[]] => [
  { name: t('Type'), align: 'left', cell: ({ word }) => word },
  { name: t('Price'), cell: ({ price }) => formatToStep(price, tickSize) },
]

const KINDS = { signal: t('Signal'), fill: t('Fill'), blocked: t('Blocked entry') } as const

const markColumns = (zone: Zone): readonly [Column<PlacedMark>, ...Column<PlacedMark>[]] => [
  { name: t('Time'), align: 'left', cell: ({ atMs }) => formatInstant(atMs, zone) },
  { name: t('Type'), align: 'left', cell: ({ kind }) => KINDS[kind] },
  { name: t('Description'), align: 'left', cell: ({ text }) => text },
]

const candleColumns = (zone: Zone, tickSize: string): readonly [Column<Candle>, ...Column<Candle>[]] => [
  { name: t('Opened'), align: 'left', cell: ({ openTimeMs }) => formatInstant(openTimeMs, zone) },
  { name: t('candle|Open'), cell: ({ open }) => formatToStep(open, tickSize) },
  { name: t('candle|High'), cell: ({ high }) => formatToStep(high, tickSize) },
  { name: t('candle|Low'), cell: ({ low }) => formatToStep(low, tickSize) },
  { name: t('candle|Close'), cell: ({ close }) => formatToStep(close, tickSize) },
  { name: t('Volume'), cell: ({ volume }) => formatExact(volume) },
  { name: t('State'), align: 'left', cell: ({ closed }) => (closed ? t('closed') : t('forming')) },
]
