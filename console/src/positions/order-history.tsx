import { useState } from 'react'
import { newestFirst } from '../live/newest-first.ts'
import { useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Choice } from '../ui/choice.tsx'
import { CSV_ROWS, CsvButton } from './csv-button.tsx'
import { JoinedCard, type JoinedList, JoinedTable } from './joined-card.tsx'
import { FILLED, FILLED_AT, MADE, ORDER, PURPOSE, STATUS } from './order-columns.tsx'
import { FROM, isWithin, type OrderFilter, OUTCOMES, orderQuery } from './order-filter.ts'
import type { Order } from './orders.ts'
import { SymbolChoice } from './symbol-choice.tsx'

/** Card with ended orders, filtered by outcome, source and symbol. */
export const OrderHistory = () => {
  const [filter, setFilter] = useState(ALL_ENDED)
  return (
    <JoinedCard {...useOrderHistory(filter)}>
      <OrderFilters filter={filter} onFilter={setFilter} />
    </JoinedCard>
  )
}

/** Table of ended orders for the dock of the market screen. */
export const DockedHistory = ({ filter = ALL_ENDED }: { readonly filter: OrderFilter | undefined }) => (
  <JoinedTable {...useOrderHistory(filter)} look="fills" />
)

/** Ended orders, streamed and with older pages on request. */
const useOrderHistory = (filter: OrderFilter): JoinedList<Order> => {
  const { client } = useSignedIn()
  const liveRows = useOrders()?.filter((order) => isWithin(order, filter)) ?? []
  const pages = usePages(['orders', filter], async (begin, signal) => {
    const params = { query: { ...orderQuery(filter), ...begin } }
    return (await client.rest.GET('/api/v381/trading/orders', { params, signal })).data
  })
  return {
    title: t('Order history'),
    pages,
    liveRows,
    identity: IDENTITY,
    changedAt: ({ updatedAt }) => updatedAt,
    columns: COLUMNS,
    empty: t('No matching orders.'),
  }
}

interface Filtering {
  readonly filter: OrderFilter | undefined
  readonly onFilter: (filter: OrderFilter) => void
}

/** Filters of ended orders, and the button that exports them. */
export const OrderFilters = ({ filter = ALL_ENDED, onFilter }: Filtering) => {
  const { client } = useSignedIn()
  const read = () =>
    client.rest.GET('/api/v381/trading/orders', {
      params: { query: { ...orderQuery(filter), limit: CSV_ROWS } },
      headers: { accept: 'text/csv' },
      parseAs: 'stream',
    })
  return (
    <>
      <Choice
        label={t('Outcome')}
        value={filter.outcome}
        choices={OUTCOMES}
        onChoose={(outcome) => onFilter({ ...filter, outcome })}
      />
      <Choice
        label={t('Placed by')}
        value={filter.from}
        choices={FROM}
        onChoose={(from) => onFilter({ ...filter, from })}
      />
      <SymbolChoice value={filter.symbol} onChoose={(symbol) => onFilter({ ...filter, symbol })} />
      <CsvButton name="orders" read={read} />
    </>
  )
}

const ALL_ENDED: OrderFilter = { outcome: 'ENDED', from: 'ALL', symbol: '' }

const COLUMNS = [ORDER, STATUS, FILLED, FILLED_AT, PURPOSE, MADE] as const

const getId = ({ orderId }: Order): string => orderId

const IDENTITY = {
  getId,
  order: newestFirst(({ createdAt }: Order) => createdAt, getId),
  isNewer: (live: Order, read: Order) => live.version >= read.version,
}
