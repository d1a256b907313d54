import { RowTime } from '../figures/event-time.tsx'
import { Exploratory } from '../figures/exploratory.tsx'
import { formatSpan } from '../figures/instants.ts'
import { formatToStep, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { usePositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { JoinedCard } from './joined-card.tsx'
import { ORIGINS } from './orders.ts'
import { NAME } from './position-columns.tsx'
import { getClosedAt, lastClosedFirst, netResult, type Position } from './position-figures.ts'

/** Card with closed positions and their results. Pages are ordered by opening time. */
export const ClosedPositions = () => {
  const { client } = useSignedIn()
  const livePositions = usePositions()?.filter(({ status }) => status === 'CLOSED') ?? []
  const pages = usePages(['positions', 'CLOSED'], async (begin, signal) => {
    const params = { query: { status: 'CLOSED', ...begin } }
    return (await client.rest.GET('/api/v381/trading/positions', { params, signal })).data
  })
  return (
    <JoinedCard
      title={t('Closed positions')}
      pages={pages}
      liveRows={livePositions}
      identity={IDENTITY}
      changedAt={({ updatedAt }) => updatedAt}
      columns={COLUMNS}
      empty={t('No closed positions yet.')}
    />
  )
}

const COLUMNS: readonly [Column<Position>, ...Column<Position>[]] = [
  NAME,
  {
    name: t('Net, before costs, USDT'),
    cell: (position) => (
      <Stacked note={formatUsdt(position.realizedPnl)}>
        <ProfitLoss value={netResult(position)} />
      </Stacked>
    ),
  },
  {
    name: t('Fees, funding, USDT'),
    cell: ({ feesPaid, fundingPaid }) => <Stacked note={formatUsdt(fundingPaid)}>{formatUsdt(feesPaid)}</Stacked>,
  },
  { name: t('Quantity'), cell: ({ enteredQty, instrument }) => formatToStep(enteredQty, instrument.lotSize) },
  {
    name: t('Exit, entry price'),
    cell: ({ entryPrice, exitPrice, instrument: { tickSize } }) => (
      <Stacked note={formatToStep(entryPrice, tickSize)}>{formatToStep(exitPrice, tickSize)}</Stacked>
    ),
  },
  {
    name: t('Placed by'),
    align: 'left',
    cell: (position) => (
      <>
        <Stacked note={position.strategyId}>{ORIGINS[position.origin]}</Stacked>
        <Exploratory of={position} />
      </>
    ),
  },
  {
    name: t('Closed'),
    align: 'left',
    cell: (position) => (
      <Stacked
        note={t('open for {span}', {
          span: formatSpan(Date.parse(getClosedAt(position)) - Date.parse(position.openedAt)),
        })}
      >
        <RowTime at={getClosedAt(position)} />
      </Stacked>
    ),
  },
]

const IDENTITY = {
  getId: ({ id }: Position) => id,
  order: lastClosedFirst,
  isNewer: (live: Position, read: Position) => live.version >= read.version,
}
