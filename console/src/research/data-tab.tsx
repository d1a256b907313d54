import { formatReading } from '../figures/numbers.ts'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toDateText } from './job-defaults.ts'
import { TimeBar } from './time-bar.tsx'
import type { History, ResearchData } from './types.ts'

/** Stored history with its gaps, and the command that downloads more. */
export const DataTab = ({ data }: { readonly data: ResearchData }) => {
  const { items, download } = data
  const fromMs = Math.min(...items.map((item) => item.fromMs))
  const toMs = Math.max(...items.map((item) => item.toMs))
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card title="Stored history">
        <Table
          label="Stored history"
          columns={historyColumns(fromMs, toMs)}
          rows={items}
          rowKey={({ exchange, symbol, kind }) => `${exchange} ${symbol} ${kind}`}
          empty="No history stored. Download it with the command below."
        />
        {items.length > 0 && (
          <p className="mt-2 text-sm text-muted">
            Bars from {toDateText(fromMs)} to {toDateText(toMs)}: blue is stored, amber is a gap. Gaps are never filled,
            and no trade is opened in one.
          </p>
        )}
      </Card>
      <Card title="Download">
        <p className="mb-2">Run this on the host of the server; an interrupted download resumes where it stopped.</p>
        <Command label="download">{download}</Command>
      </Card>
    </div>
  )
}

const MEBIBYTE = 2 ** 20

const historyColumns = (fromMs: number, toMs: number): readonly [Column<History>, ...Column<History>[]] => [
  {
    name: 'Symbol',
    align: 'left',
    cell: ({ symbol, exchange }) => <Stacked note={exchange}>{symbol}</Stacked>,
  },
  { name: 'Kind', align: 'left', cell: ({ kind }) => kind },
  { name: 'Coverage', align: 'left', cell: (item) => <Coverage item={item} fromMs={fromMs} toMs={toMs} /> },
  { name: 'From', align: 'left', cell: (item) => toDateText(item.fromMs) },
  { name: 'To', align: 'left', cell: (item) => toDateText(item.toMs) },
  { name: 'Rows', cell: ({ rows }) => formatReading(rows) },
  {
    name: 'Missing, min',
    cell: ({ gapMinutes }) => (
      <span className={gapMinutes > 0 ? 'font-semibold text-warn' : ''}>{formatReading(gapMinutes)}</span>
    ),
  },
  { name: 'Size, MiB', cell: ({ bytes }) => formatReading(Math.round((bytes / MEBIBYTE) * 10) / 10) },
]

interface Covering {
  readonly item: History
  readonly fromMs: number
  readonly toMs: number
}

const Coverage = ({ item, fromMs, toMs }: Covering) => {
  const stored = { fromMs: item.fromMs, toMs: item.toMs, colour: 'bg-accent', title: 'stored' }
  const gaps = item.gaps.map((gap) => ({
    ...gap,
    colour: 'bg-warn',
    title: `gap ${new Date(gap.fromMs).toISOString()} to ${new Date(gap.toMs).toISOString()}`,
  }))
  const label = `${toDateText(item.fromMs)} to ${toDateText(item.toMs)}, ${item.gaps.length} gaps`
  return <TimeBar fromMs={fromMs} toMs={toMs} segments={[stored, ...gaps]} label={label} />
}
