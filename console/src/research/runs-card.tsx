import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { EventTime } from '../figures/event-time.tsx'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import type { Pages } from '../rest/queries.ts'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { ValueFilter } from '../ui/value-filter.tsx'
import { toDateText } from './job-defaults.ts'
import { Statistic } from './statistic.tsx'
import { filterRuns, listStrategyIds, RUN_ORDERS, type RunOrder, sortRuns } from './statistics.ts'
import type { Run } from './types.ts'

/** Card with the stored backtest runs and their figures, to filter, sort, open, or compare two. */
export const RunsCard = ({ pages, onOpen, onCompare }: Listing) => {
  const [order, setOrder] = useState<RunOrder>('newest')
  const [params, setParams] = useSearchParams()
  const strategyId = params.get('strategy') ?? ''
  const [selected, setSelected] = useState<readonly string[]>([])
  const [a, b] = selected
  const toggle = (runId: string): void =>
    setSelected((before) =>
      before.includes(runId) ? before.filter((other) => other !== runId) : [...before, runId].slice(-2),
    )
  return (
    <Card title={t('Stored runs')}>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <ValueFilter
          label={t('Filter by strategy')}
          value={strategyId}
          values={listStrategyIds(pages.items, strategyId)}
          onChoose={(strategy) => setParams((before) => withStrategyParam(before, strategy))}
        />
        <Choice label={t('Sort')} value={order} choices={RUN_ORDERS} onChoose={setOrder} />
        <button
          type="button"
          className="quiet-button"
          disabled={a === undefined || b === undefined}
          onClick={() => a !== undefined && b !== undefined && onCompare(a, b)}
        >
          {t('Compare selected ({length} of 2)', { length: selected.length })}
        </button>
      </div>
      <PagedTable
        label={t('Runs')}
        pages={pages}
        columns={runColumns({ selected, onToggle: toggle, onOpen })}
        rows={pages.items && sortRuns(filterRuns(pages.items, strategyId), order)}
        rowKey={({ runId }) => runId}
        empty={
          strategyId === ''
            ? t('No runs yet. Start a backtest above, or run plimsoll backtest on the host.')
            : t('No runs of {strategyId}. Start a backtest above, or run plimsoll backtest {strategyId} on the host.', {
                strategyId,
              })
        }
      />
    </Card>
  )
}

interface Listing {
  readonly pages: Pages<Run>
  readonly onOpen: (runId: string) => void
  readonly onCompare: (a: string, b: string) => void
}

const withStrategyParam = (before: URLSearchParams, strategy: string): Readonly<Record<string, string>> => {
  const { strategy: _, ...others } = Object.fromEntries(before)
  return strategy === '' ? others : { ...others, strategy }
}

interface Choosing {
  readonly selected: readonly string[]
  readonly onToggle: (runId: string) => void
  readonly onOpen: (runId: string) => void
}

const runColumns = ({ selected, onToggle, onOpen }: Choosing): readonly [Column<Run>, ...Column<Run>[]] => [
  {
    name: t('Run'),
    align: 'left',
    cell: ({ runId, strategyId, symbols, timeframes }) => (
      <span className="flex items-center gap-3">
        <input
          type="checkbox"
          aria-label={t('Select {runId}', { runId })}
          className="m-1 size-4 accent-accent"
          checked={selected.includes(runId)}
          onChange={() => onToggle(runId)}
        />
        <span>
          <Stacked note={runId}>
            <button type="button" className="text-left text-accent underline" onClick={() => onOpen(runId)}>
              {`${strategyId} ${symbols.join(', ')} ${timeframes.join(', ')}`}
            </button>
          </Stacked>
        </span>
      </span>
    ),
  },
  {
    name: t('Range'),
    align: 'left',
    cell: ({ fromMs, toMs, exchange }) => (
      <Stacked note={exchange}>{`${toDateText(fromMs)} – ${toDateText(toMs)}`}</Stacked>
    ),
  },
  { name: t('Trades'), cell: ({ trades }) => trades },
  { name: t('Net, USDT'), cell: ({ net }) => <ProfitLoss value={net} /> },
  ...['netReturn', 'sharpe', 'maxDrawdown', 'profitFactor', 'winRate'].map(
    (name): Column<Run> => ({
      name: COLUMN_NAMES[name] ?? name,
      cell: ({ statistics }) => <Statistic name={name} figure={statistics[name]} isShort />,
    }),
  ),
  { name: t('Stored'), align: 'left', cell: ({ at }) => <EventTime at={at} /> },
]

const COLUMN_NAMES: Readonly<Record<string, string>> = {
  netReturn: t('Return'),
  sharpe: t('Sharpe'),
  maxDrawdown: t('Drawdown'),
  profitFactor: t('Profit factor'),
  winRate: t('Win rate'),
}
