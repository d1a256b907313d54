/** Card of working orders, the hook with their actions, and the column with their buttons. */

import { hasEnded } from '@plimsoll/client'
import { useState } from 'react'
import { UNKNOWN } from '../figures/numbers.ts'
import { useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useNamedStore } from '../rest/named-store.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { isAmendable } from './amendment.ts'
import { FILLED, ORDER, PRICE, PURPOSE, SINCE, STATUS } from './order-columns.tsx'
import { isCancellable, isProtection, type Order } from './orders.ts'

/** Working orders, with an action to cancel all that are not protective. */
export const WorkingOrders = () => {
  const { orders, actions, cancelAll, results, dialog } = useWorkingOrders()
  return (
    <Card title={t('Working orders: {length}', { length: orders?.length ?? UNKNOWN })} age={cancelAll}>
      {results}
      <Table
        label={t('Working orders')}
        columns={[ORDER, ...actions, PRICE, FILLED, STATUS, ...REST]}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        empty={t('No working orders.')}
      />
      {dialog}
    </Card>
  )
}

/** Returns the working orders, newest first, with the controls that amend and cancel them and the results of cancellations. */
export const useWorkingOrders = () => {
  const { user, sentRequests } = useSignedIn()
  const orders = useOrders()?.filter((order) => !hasEnded(order))
  const [ordersToCancel, setOrdersToCancel] = useState<readonly Order[]>()
  const [orderToAmend, setOrderToAmend] = useState<Order>()
  const results = useNamedStore(sentRequests.cancels)
  const canCancel = isVisible('CancelOrder', user.roles)
  const canAmend = isVisible('AmendOrder', user.roles)
  const cancellable = orders?.filter(isCancellable) ?? []
  return {
    orders: orders?.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
    actions: canCancel
      ? [
          actionColumn({
            onCancel: (order) => setOrdersToCancel([order]),
            onAmend: canAmend ? setOrderToAmend : undefined,
          }),
        ]
      : [],
    cancelAll: canCancel && cancellable.length > 1 && (
      <button type="button" className="quiet-button text-sm" onClick={() => setOrdersToCancel(cancellable)}>
        {t('Cancel all except stops and targets ({length})', { length: cancellable.length })}
      </button>
    ),
    results: <Results results={results} onRead={() => [...results.keys()].forEach(sentRequests.cancels.drop)} />,
    dialog: (
      <>
        {ordersToCancel && <CancelDialog orders={ordersToCancel} onClose={() => setOrdersToCancel(undefined)} />}
        {orderToAmend && <AmendDialog order={orderToAmend} onClose={() => setOrderToAmend(undefined)} />}
      </>
    ),
  }
}

const REST = [PURPOSE, SINCE] as const

const CancelDialog = lazyComponent(async () => (await import('./cancel-dialog.tsx')).CancelDialog, null)
/** Dialog that amends an order, in a script of its own. */
export const AmendDialog = lazyComponent(async () => (await import('./amend-dialog.tsx')).AmendDialog, null)

interface Actions {
  readonly onCancel: (order: Order) => void
  /** Undefined for a user who may not amend. */
  readonly onAmend: ((order: Order) => void) | undefined
}

/** Returns the column with the buttons of each order. */
const actionColumn = ({ onCancel, onAmend }: Actions): Column<Order> => ({
  name: t('Action'),
  align: 'left',
  isPinned: true,
  cell: (order) => {
    if (isProtection(order)) return <span className="text-sm text-muted">{t('managed by its position')}</span>
    const about = (
      <span className="sr-only">
        {' '}
        {order.symbol} {order.side}
      </span>
    )
    return (
      <span className="inline-flex gap-1">
        {onAmend && isAmendable(order) && (
          <button type="button" className="quiet-button text-sm" onClick={() => onAmend(order)}>
            {rich('Edit{about}', { about })}
          </button>
        )}
        <button
          type="button"
          className="quiet-button text-sm"
          disabled={!isCancellable(order)}
          onClick={() => onCancel(order)}
        >
          {rich('Cancel{about}', { about })}
        </button>
      </span>
    )
  },
})

interface Resulted {
  readonly results: ReadonlyMap<string, string>
  readonly onRead: () => void
}

/** Result of each order to cancel; shown until the user dismisses it. */
const Results = ({ results, onRead }: Resulted) => (
  <div role="status">
    {results.size > 0 && (
      <div className="mb-3 border-l-4 border-accent pl-3">
        <ul>
          {[...results].map(([orderId, text]) => (
            <li key={orderId}>{text}</li>
          ))}
        </ul>
        <button type="button" className="quiet-button mt-1 text-sm" onClick={onRead}>
          {t('Dismiss')}
        </button>
      </div>
    )}
  </div>
)
