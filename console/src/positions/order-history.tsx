import { useState } from 'react'
import { newestFirst } from '../live/newest-first.ts'
import { useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Choice } from '../ui/choice.tsx'
import { CSV_ROWS, CsvButton } from './csv-button.tsx'
import { JoinedCard } from './joined-card.tsx'
import { FILLED, FILLED_AT, MADE, ORDER, PURPOSE, STATUS } from './order-columns.tsx'
import { FROM, isWithin, type OrderFilter, OUTCOMES, orderQuery } from './order-filter.ts'
import type { Order } from './orders.ts'
import { SymbolChoice } from './symbol-choice.tsx'

/** Card with ended orders, filtered by outcome, source and symbol; streamed and with older pages on request. */
export const OrderHistory = () => {
  const { client } = useSignedIn()
  const [filter, setFilter] = useState<OrderFilter>({ outcome: 'ENDED', from: 'ALL', symbol: '' })
  const liveOrders = useOrders()?.filter((order) => isWithin(order, filter)) ?? []
  const query = orderQuery(filter)
  const pages = usePages(['orders', filter], async (begin, signal) => {
    const params = { query: { ...query, ...begin } }
    return (await client.rest.GET('/api/v381/trading/orders', { params, signal })).data
  })
  return (
    <JoinedCard
      title={t('Order history')}
      pages={pages}
      liveRows={liveOrders}
      identity={IDENTITY}
      changedAt={({ updatedAt }) => updatedAt}
      columns={COLUMNS}
      empty={t('No matching orders.')}
    >
      <Choice
        label={t('Outcome')}
        value={filter.outcome}
        choices={OUTCOMES}
        onChoose={(outcome) => setFilter({ ...filter, outcome })}
      />
      <Choice
        label={t('Placed by')}
        value={filter.from}
        choices={FROM}
        onChoose={(from) => setFilter({ ...filter, from })}
      />
      <SymbolChoice value={filter.symbol} onChoose={(symbol) => setFilter({ ...filter, symbol })} />
      <CsvButton
        name="orders"
        read={() =>
          client.rest.GET('/api/v381/trading/orders', {
            params: { query: { ...query, limit: CSV_ROWS } },
            headers: { accept: 'text/csv' },
            parseAs: 'stream',
          })
        }
      />
    </JoinedCard>
  )
}

const COLUMNS = [ORDER, STATUS, FILLED, FILLED_AT, PURPOSE, MADE] as const

const getId = ({ orderId }: Order): string => orderId

const IDENTITY = {
  getId,
  order: newestFirst(({ createdAt }: Order) => createdAt, getId),
  isNewer: (live: Order, read: Order) => live.version >= read.version,
}
