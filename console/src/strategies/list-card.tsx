import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { formatReading, formatShare, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { FAMILIES } from './rules.ts'
import { StateWord } from './state-word.tsx'
import { computeExpectancy, type StrategyRow, summariseCalibration } from './strategy-rows.ts'

/** Card with all strategies, their state and results, largest loss first. */
export const ListCard = ({ rows, selected, resultsAt }: Listing) => (
  <Card title={t('Strategies by result')} age={resultsAt && <Age at={resultsAt} />}>
    <Table
      label={t('Strategies')}
      columns={buildColumns(selected)}
      rows={rows}
      rowKey={({ strategyId }) => strategyId}
      empty={t('No strategies.')}
      look="dense"
      keepsColumns
    />
  </Card>
)

interface Listing {
  readonly rows: readonly StrategyRow[] | undefined
  readonly selected: string | undefined
  readonly resultsAt: string | undefined
}

const buildColumns = (selected: string | undefined): readonly [Column<StrategyRow>, ...Column<StrategyRow>[]] => [
  {
    name: t('Strategy'),
    align: 'left',
    cell: ({ strategyId, name, family }) => (
      <Stacked
        note={[name === strategyId ? '' : strategyId, family ? FAMILIES[family] : ''].filter(Boolean).join(' · ')}
      >
        <Link
          href={`/strategies?strategy=${strategyId}`}
          aria-current={strategyId === selected ? 'true' : undefined}
          className="text-accent underline aria-[current]:font-bold aria-[current]:text-ink"
        >
          {name}
        </Link>
      </Stacked>
    ),
  },
  { name: t('State'), align: 'left', cell: ({ state }) => <StateWord of={state} /> },
  { name: t('Closed'), isExtra: true, cell: ({ result }) => formatReading(result?.trades ?? 0) },
  {
    name: t('Win rate'),
    isExtra: true,
    cell: ({ result }) => (result ? formatShare(result.wins / result.trades, 0) : UNKNOWN),
  },
  {
    name: t('Expectancy, USDT'),
    isExtra: true,
    cell: ({ result }) => <ProfitLoss value={computeExpectancy(result)} />,
  },
  {
    name: t('Signal outcomes'),
    isExtra: true,
    cell: ({ calibration }) => formatReading(calibration && summariseCalibration(calibration).outcomes),
  },
  { name: t('Net, USDT'), isPinned: true, cell: ({ result }) => <ProfitLoss value={result?.net} /> },
]
