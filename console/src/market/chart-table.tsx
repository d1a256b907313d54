import type { Candle } from '../chart/candles.ts'
import type { Line, PlacedMark } from '../chart/mark.ts'
import { formatInstant, type Zone } from '../figures/instants.ts'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import { usePreference } from '../preferences/preferences.ts'
import { type Column, Table } from '../ui/table.tsx'

/** Table version of the chart, for screen readers and exact values. */
export const ChartTable = ({ candles, marks, lines, tickSize }: Tabled) => {
  const [zone] = usePreference('zone')
  return (
    <div className="grid min-h-0 grow grid-cols-1 content-start gap-4 overflow-y-auto p-3">
      <div>
        <h3 className="text-sm text-muted">Position and orders</h3>
        <Table
          label="Position and orders"
          columns={lineColumns(tickSize)}
          rows={lines}
          rowKey={({ id }) => id}
          empty="No positions or orders in this market."
        />
      </div>
      <div>
        <h3 className="text-sm text-muted">Events, newest first</h3>
        <Table
          label="Events"
          columns={markColumns(zone)}
          rows={marks.toReversed()}
          rowKey={({ id }) => id}
          empty="No events on these candles."
          look="long"
        />
      </div>
      <div>
        <h3 className="text-sm text-muted">Last {CANDLE_ROWS_MAX} candles, newest first</h3>
        <Table
          label="Candles"
          columns={candleColumns(zone, tickSize)}
          rows={candles.slice(-CANDLE_ROWS_MAX).toReversed()}
          rowKey={({ openTimeMs }) => openTimeMs}
          empty="No candles."
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
  { name: 'Type', align: 'left', cell: ({ word }) => word },
  { name: 'Price', cell: ({ price }) => formatToStep(price, tickSize) },
]

const KINDS = { signal: 'signal', fill: 'fill', blocked: 'blocked' } as const

const markColumns = (zone: Zone): readonly [Column<PlacedMark>, ...Column<PlacedMark>[]] => [
  { name: 'Time', align: 'left', cell: ({ atMs }) => formatInstant(atMs, zone) },
  { name: 'Type', align: 'left', cell: ({ kind }) => KINDS[kind] },
  { name: 'Description', align: 'left', cell: ({ text }) => text },
]

const candleColumns = (zone: Zone, tickSize: string): readonly [Column<Candle>, ...Column<Candle>[]] => [
  { name: 'Opened', align: 'left', cell: ({ openTimeMs }) => formatInstant(openTimeMs, zone) },
  { name: 'Open', cell: ({ open }) => formatToStep(open, tickSize) },
  { name: 'High', cell: ({ high }) => formatToStep(high, tickSize) },
  { name: 'Low', cell: ({ low }) => formatToStep(low, tickSize) },
  { name: 'Close', cell: ({ close }) => formatToStep(close, tickSize) },
  { name: 'Volume', cell: ({ volume }) => formatExact(volume) },
  { name: 'State', align: 'left', cell: ({ closed }) => (closed ? 'closed' : 'forming') },
]
