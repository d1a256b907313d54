import { Age } from '../figures/age.tsx'
import { formatSpan } from '../figures/instants.ts'
import { formatToStep, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { newestFirst } from '../live/newest-first.ts'
import { usePositions } from '../live/use-live.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { JoinedCard } from './joined-card.tsx'
import { ORIGINS } from './orders.ts'
import { NAME } from './position-columns.tsx'
import { netResult, type Position } from './position-figures.ts'

const COLUMNS: readonly [Column<Position>, ...Column<Position>[]] = [
  NAME,
  {
    name: 'Net, before costs, USDT',
    cell: (position) => (
      <Stacked note={formatUsdt(position.realizedPnl)}>
        <ProfitLoss value={netResult(position)} />
      </Stacked>
    ),
  },
  {
    name: 'Fees, funding, USDT',
    cell: ({ feesPaid, fundingPaid }) => <Stacked note={formatUsdt(fundingPaid)}>{formatUsdt(feesPaid)}</Stacked>,
  },
  { name: 'Quantity', cell: ({ enteredQty, instrument }) => formatToStep(enteredQty, instrument.lotSize) },
  {
    name: 'Out at, in at',
    cell: ({ entryPrice, exitPrice, instrument: { tickSize } }) => (
      <Stacked note={formatToStep(entryPrice, tickSize)}>{formatToStep(exitPrice, tickSize)}</Stacked>
    ),
  },
  {
    name: 'By whom',
    align: 'left',
    cell: ({ origin, strategyId }) => <Stacked note={strategyId}>{ORIGINS[origin]}</Stacked>,
  },
  {
    name: 'Closed',
    align: 'left',
    cell: ({ openedAt, updatedAt, closedAt }) => (
      <Stacked note={`open for ${formatSpan(Date.parse(closedAt ?? updatedAt) - Date.parse(openedAt))}`}>
        <Age at={closedAt ?? updatedAt} />
      </Stacked>
    ),
  },
]

const idOf = ({ id }: Position): string => id

const IDENTITY = {
  idOf,
  order: newestFirst(({ openedAt }: Position) => openedAt, idOf),
  isNewer: (told: Position, read: Position) => told.version >= read.version,
}

/** The positions that are closed, and what they have come to. */
export const ClosedPositions = () => {
  const { client } = useSignedIn()
  const told = usePositions()?.filter(({ status }) => status === 'CLOSED') ?? []
  const pages = usePages(['positions', 'CLOSED'], async (begin, signal) => {
    const params = { query: { status: 'CLOSED', ...begin } }
    return (await client.rest.GET('/api/v381/trading/positions', { params, signal })).data
  })
  return (
    <JoinedCard
      title="Closed positions"
      pages={pages}
      told={told}
      identity={IDENTITY}
      changedAt={({ updatedAt }) => updatedAt}
      columns={COLUMNS}
      empty="None was closed yet."
    />
  )
}
