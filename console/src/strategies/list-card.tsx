import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { Card } from '../ui/card.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { FAMILIES } from './rules.ts'
import { StateWord } from './state-word.tsx'
import { computeExpectancy, type StrategyRow, summariseCalibration } from './strategy-rows.ts'

/** Card with all strategies, their state and results, largest loss first. */
export const ListCard = ({ rows, selected, resultsAt }: Listing) => (
  <Card title="Strategies by result" age={resultsAt && <Age at={resultsAt} />}>
    <Table
      label="Strategies"
      columns={buildColumns(selected)}
      rows={rows}
      rowKey={({ strategyId }) => strategyId}
      empty="No strategies."
      look="fills"
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
    name: 'Strategy',
    align: 'left',
    cell: ({ strategyId, name, family }) => (
      <Stacked note={name === strategyId ? '' : `${name.replaceAll('_', ' ')}`}>
        <Link
          href={`/strategies?strategy=${strategyId}`}
          aria-current={strategyId === selected ? 'true' : undefined}
          className="text-accent underline aria-[current]:font-bold aria-[current]:text-ink"
        >
          {strategyId}
        </Link>
        {family && <span className="font-normal text-muted"> {FAMILIES[family]}</span>}
      </Stacked>
    ),
  },
  { name: 'State', align: 'left', cell: ({ state }) => <StateWord of={state} /> },
  { name: 'Closed', cell: ({ result }) => result?.trades ?? 0 },
  {
    name: 'Win rate',
    cell: ({ result }) => (result ? `${((100 * result.wins) / result.trades).toFixed(0)} %` : UNKNOWN),
  },
  { name: 'Expectancy, USDT', cell: ({ result }) => <ProfitLoss value={computeExpectancy(result)} /> },
  {
    name: 'Outcomes',
    cell: ({ calibration }) => (calibration ? summariseCalibration(calibration).outcomes : UNKNOWN),
  },
  { name: 'Net, USDT', isPinned: true, cell: ({ result }) => <ProfitLoss value={result?.net} /> },
]
