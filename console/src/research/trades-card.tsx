import { Direction } from '../figures/direction.tsx'
import { formatExact, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss, SignedReading } from '../figures/profit-loss.tsx'
import { When } from '../figures/when.tsx'
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
    <Card title="Trades" wide>
      <PagedTable
        label="Trades"
        look="long"
        pages={pages}
        columns={COLUMNS}
        rows={pages.items}
        rowKey={({ symbol, openedAt, closedAt }) => `${symbol} ${openedAt} ${closedAt}`}
        empty="No trades."
      />
    </Card>
  )
}

const COLUMNS: readonly [Column<Trade>, ...Column<Trade>[]] = [
  { name: 'Opened', align: 'left', cell: ({ openedAt }) => <When at={openedAt} /> },
  { name: 'Symbol', align: 'left', cell: ({ symbol }) => symbol },
  { name: 'Direction', align: 'left', cell: ({ direction }) => <Direction of={direction} /> },
  { name: 'Quantity', cell: ({ quantity }) => formatExact(quantity) },
  { name: 'Entry', cell: ({ entryPrice }) => formatExact(entryPrice) },
  { name: 'Exit', cell: ({ exitPrice }) => formatExact(exitPrice) },
  { name: 'Reason', align: 'left', cell: ({ reason }) => reason },
  { name: 'Closed', align: 'left', cell: ({ closedAt }) => <When at={closedAt} /> },
  { name: 'Fees, USDT', cell: ({ fees }) => formatUsdt(fees) },
  { name: 'Funding, USDT', cell: ({ funding }) => formatUsdt(funding) },
  { name: 'Net, USDT', cell: ({ net }) => <ProfitLoss value={net} /> },
  { name: 'Result', cell: ({ r }) => <SignedReading value={r} unit="R" /> },
]
