import { formatReading } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
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
      <Card title={t('Stored history')}>
        <Table
          label={t('Stored history')}
          columns={historyColumns(fromMs, toMs)}
          rows={items}
          rowKey={({ exchange, symbol, kind }) => `${exchange} ${symbol} ${kind}`}
          empty={t('No history stored. Download it with the command below.')}
        />
        {items.length > 0 && (
          <p className="mt-2 text-sm text-muted">
            {t(
              'Bars from {fromMs} to {toMs}: blue is stored, amber is a gap. Gaps are never filled, and no trade is opened in one.',
              { fromMs: toDateText(fromMs), toMs: toDateText(toMs) },
            )}
          </p>
        )}
      </Card>
      <Card title={t('Download')}>
        <p className="mb-2">
          {t('Run this on the host of the server; an interrupted download resumes where it stopped.')}
        </p>
        <Command label={t('command that downloads history')}>{download}</Command>
      </Card>
    </div>
  )
}

const MEBIBYTE = 2 ** 20

const historyColumns = (fromMs: number, toMs: number): readonly [Column<History>, ...Column<History>[]] => [
  {
    name: t('Symbol'),
    align: 'left',
    cell: ({ symbol, exchange }) => <Stacked note={exchange}>{symbol}</Stacked>,
  },
  { name: t('Kind'), align: 'left', cell: ({ kind }) => kind },
  {
    name: t('Coverage'),
    align: 'left',
    isWide: true,
    cell: (item) => <Coverage item={item} fromMs={fromMs} toMs={toMs} />,
  },
  { name: t('From'), align: 'left', cell: (item) => toDateText(item.fromMs) },
  { name: t('To'), align: 'left', cell: (item) => toDateText(item.toMs) },
  { name: t('Rows'), cell: ({ rows }) => formatReading(rows) },
  {
    name: t('Missing, min'),
    cell: ({ gapMinutes }) => (
      <span className={gapMinutes > 0 ? 'font-semibold text-warn' : ''}>{formatReading(gapMinutes)}</span>
    ),
  },
  { name: t('Size, MiB'), cell: ({ bytes }) => formatReading(Math.round((bytes / MEBIBYTE) * 10) / 10) },
]

interface Covering {
  readonly item: History
  readonly fromMs: number
  readonly toMs: number
}

const Coverage = ({ item, fromMs, toMs }: Covering) => {
  const stored = { fromMs: item.fromMs, toMs: item.toMs, colour: 'bg-accent', title: t('stored') }
  const gaps = item.gaps.map((gap) => ({
    ...gap,
    colour: 'bg-warn',
    title: t('gap {from} to {to}', {
      from: new Date(gap.fromMs).toISOString(),
      to: new Date(gap.toMs).toISOString(),
    }),
  }))
  const label = t('{fromMs} to {toMs}, {length} gaps', {
    fromMs: toDateText(item.fromMs),
    toMs: toDateText(item.toMs),
    length: item.gaps.length,
  })
  return <TimeBar fromMs={fromMs} toMs={toMs} segments={[stored, ...gaps]} label={label} />
}
