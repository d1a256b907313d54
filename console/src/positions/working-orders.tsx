/** Card of working orders, and their actions. */

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
import { type Column, Table } from '../ui/table.tsx'
import { isAmendable } from './amendment.ts'
import { CancelAll } from './cancel-all.tsx'
import { FILLED, ORDER, PRICE, PURPOSE, SINCE, STATUS } from './order-columns.tsx'
import { AmendDialog, CancelDialog } from './order-dialogs.tsx'
import { isCancellable, isProtection, type Order } from './orders.ts'

/** Working orders, with an action to cancel all that are not protective. */
export const WorkingOrders = () => {
  const { orders, actions, results, dialog } = useWorkingOrders()
  return (
    <Card title={t('Open orders: {length}', { length: orders?.length ?? UNKNOWN })} age={<CancelAll orders={orders} />}>
      {results}
      <Table
        label={t('Open orders')}
        columns={[ORDER, PRICE, FILLED, STATUS, PURPOSE, SINCE, ...actions]}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        empty={t('No open orders.')}
      />
      {dialog}
    </Card>
  )
}

/** Returns the working orders, newest first, with the controls that amend or cancel each and the results of cancellations. */
export const useWorkingOrders = () => {
  const { user, sentRequests } = useSignedIn()
  const orders = useOrders()?.filter((order) => !hasEnded(order))
  const [orderToCancel, setOrderToCancel] = useState<Order>()
  const [orderToAmend, setOrderToAmend] = useState<Order>()
  const results = useNamedStore(sentRequests.cancels)
  const canCancel = isVisible('CancelOrder', user.roles)
  const canAmend = isVisible('AmendOrder', user.roles)
  return {
    orders: orders?.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
    actions: canCancel
      ? [
          actionColumn({
            onCancel: setOrderToCancel,
            onAmend: canAmend ? setOrderToAmend : undefined,
          }),
        ]
      : [],
    results: <Results results={results} onRead={() => [...results.keys()].forEach(sentRequests.cancels.drop)} />,
    dialog: (
      <>
        {orderToCancel && <CancelDialog orders={[orderToCancel]} onClose={() => setOrderToCancel(undefined)} />}
        {orderToAmend && <AmendDialog order={orderToAmend} onClose={() => setOrderToAmend(undefined)} />}
      </>
    ),
  }
}

interface Actions {
  readonly onCancel: (order: Order) => void
  /** Undefined for a user who may not amend. */
  readonly onAmend: ((order: Order) => void) | undefined
}

/** Returns the column with the buttons of each order. */
const actionColumn = ({ onCancel, onAmend }: Actions): Column<Order> => ({
  name: t('Action'),
  isPinned: true,
  cell: (order) => {
    if (isProtection(order)) return <ManagedByPosition />
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

/** Text in place of the buttons of a stop or target; in dense tables a dash with the text as its tooltip. */
const ManagedByPosition = () => (
  <span title={t('managed by its position')} className="text-sm text-muted">
    <span className="in-[.dense]:sr-only">{t('managed by its position')}</span>
    <span aria-hidden="true" className="hidden in-[.dense]:@min-xl:inline">
      {UNKNOWN}
    </span>
  </span>
)

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
