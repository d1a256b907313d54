import { Direction } from '../figures/direction.tsx'
import { EventTime } from '../figures/event-time.tsx'
import { formatExact, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import type { Column } from '../ui/table.tsx'
import type { Trade } from './types.ts'

/** Trades of a run, oldest first. */
export const TradesCard = ({ runId }: { readonly runId: string }) => {
  const { client } = useSignedIn()
  const pages = usePages(['research', 'trades', runId], async (begin, signal) => {
    const params = { path: { runId }, query: { limit: 100, ...begin } }
    return (await client.rest.GET('/api/v381/research/runs/{runId}/trades', { params, signal })).data
  })
  return (
    <Card title={t('Trades')} wide>
      <PagedTable
        label={t('Trades')}
        look="long"
        pages={pages}
        columns={COLUMNS}
        rows={pages.items}
        rowKey={({ symbol, openedAt, closedAt }) => `${symbol} ${openedAt} ${closedAt}`}
        empty={t('No trades.')}
      />
    </Card>
  )
}

const COLUMNS: readonly [Column<Trade>, ...Column<Trade>[]] = [
  { name: t('Opened'), align: 'left', cell: ({ openedAt }) => <EventTime at={openedAt} /> },
  { name: t('Symbol'), align: 'left', cell: ({ symbol }) => symbol },
  { name: t('Direction'), align: 'left', cell: ({ direction }) => <Direction of={direction} /> },
  { name: t('Quantity'), cell: ({ quantity }) => formatExact(quantity) },
  { name: t('Entry'), cell: ({ entryPrice }) => formatExact(entryPrice) },
  { name: t('Exit'), cell: ({ exitPrice }) => formatExact(exitPrice) },
  { name: t('Reason'), align: 'left', cell: ({ reason }) => reason },
  { name: t('Closed'), align: 'left', cell: ({ closedAt }) => <EventTime at={closedAt} /> },
  { name: t('Fees, USDT'), cell: ({ fees }) => formatUsdt(fees) },
  { name: t('Funding, USDT'), cell: ({ funding }) => formatUsdt(funding) },
  { name: t('Net, USDT'), cell: ({ net }) => <ProfitLoss value={net} /> },
  { name: t('Result'), cell: ({ r }) => <SignedReading value={r} unit="R" /> },
]
