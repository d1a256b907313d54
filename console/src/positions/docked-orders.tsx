import { Link } from 'wouter'
import { RowTime } from '../figures/event-time.tsx'
import { formatToStep } from '../figures/numbers.ts'
import { ORDER_TYPES, SHORT_TIMES_IN_FORCE } from '../figures/order-words.ts'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import { t } from '../messages/messages.ts'
import { type Column, Table } from '../ui/table.tsx'
import { ORIGINS, type Order, PURPOSES } from './orders.ts'
import { useWorkingOrders } from './working-orders.tsx'

/** Table of working orders for the dock of the market screen, one line each, with their actions. */
export const DockedOrders = () => {
  const { orders, actions, results, dialog } = useWorkingOrders()
  return (
    <div className="flex h-full flex-col">
      <div className="dense px-3">{results}</div>
      <Table
        label={t('Open orders')}
        columns={[SYMBOL, ...COLUMNS, ...actions]}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        empty={t('No open orders.')}
        look="fills"
      />
      {dialog}
    </div>
  )
}

const SYMBOL: Column<Order> = {
  name: t('Symbol'),
  align: 'left',
  cell: ({ orderId, symbol, side }) => (
    <Link href={`/positions?order=${orderId}`} className="inline-flex min-h-6 items-center hover:underline">
      {symbol}&nbsp;<span className={SIDE_COLOURS[side]}>{side}</span>
    </Link>
  ),
}

const COLUMNS: readonly Column<Order>[] = [
  {
    name: t('Type'),
    align: 'left',
    cell: ({ type, timeInForce, reduceOnly }) => (
      <>
        {ORDER_TYPES[type]}
        <span className="text-muted">
          {timeInForce !== 'GTC' && ` ${SHORT_TIMES_IN_FORCE[timeInForce]}`}
          {reduceOnly && ` ${t('reduce-only')}`}
        </span>
      </>
    ),
  },
  {
    name: t('Price or trigger'),
    cell: ({ price, triggerPrice, instrument }) => formatToStep(price ?? triggerPrice, instrument.tickSize),
  },
  {
    name: t('Filled / size'),
    cell: ({ filledQty, qty, instrument: { lotSize } }) => (
      <>
        <span className="text-muted">{formatToStep(filledQty, lotSize)} /</span> {formatToStep(qty, lotSize)}
      </>
    ),
  },
  { name: t('Status'), align: 'left', cell: ({ status }) => status.replaceAll('_', ' ') },
  {
    name: t('Purpose'),
    align: 'left',
    cell: ({ purpose, origin }) => (
      <span title={t('by {origin}', { origin: ORIGINS[origin] })}>{PURPOSES[purpose]}</span>
    ),
  },
  { name: t('Created'), align: 'left', cell: ({ createdAt }) => <RowTime at={createdAt} /> },
]
