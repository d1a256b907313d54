import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { formatToStep } from '../figures/numbers.ts'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { type Column, Table } from '../ui/table.tsx'
import { ORIGINS, type Order, PURPOSES } from './orders.ts'
import { useWorkingOrders } from './working-orders.tsx'

/** Table of working orders for the dock of the market screen, one line each, with their actions. */
export const DockedOrders = () => {
  const { orders, actions, cancelAll, results, dialog } = useWorkingOrders()
  return (
    <div className="flex h-full flex-col">
      <div className="dense px-3">{results}</div>
      {cancelAll && <div className="dense px-3 pt-1">{cancelAll}</div>}
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
      {symbol}&nbsp;<span className={side === 'BUY' ? 'text-up' : 'text-down'}>{side}</span>
    </Link>
  ),
}

const COLUMNS: readonly Column<Order>[] = [
  { name: t('Type'), align: 'left', cell: ({ type }) => ORDER_TYPES[type] },
  { name: t('Price'), cell: ({ price, instrument }) => formatToStep(price, instrument.tickSize) },
  { name: t('Trigger'), cell: ({ triggerPrice, instrument }) => formatToStep(triggerPrice, instrument.tickSize) },
  { name: t('Size'), cell: ({ qty, instrument }) => formatToStep(qty, instrument.lotSize) },
  { name: t('Filled'), cell: ({ filledQty, instrument }) => formatToStep(filledQty, instrument.lotSize) },
  { name: t('Time in force'), align: 'left', cell: ({ timeInForce }) => TIMES_IN_FORCE[timeInForce] },
  { name: 'Reduce-only', align: 'left', cell: ({ reduceOnly }) => (reduceOnly ? t('yes') : t('no')) },
  { name: t('Status'), align: 'left', cell: ({ status }) => status.replaceAll('_', ' ') },
  { name: t('Purpose'), align: 'left', cell: ({ purpose }) => PURPOSES[purpose] },
  { name: t('Source'), align: 'left', cell: ({ origin }) => ORIGINS[origin] },
  { name: t('Created'), align: 'left', cell: ({ createdAt }) => <Age at={createdAt} /> },
]
