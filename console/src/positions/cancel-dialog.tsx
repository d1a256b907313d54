import { hasEnded } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { formatExact } from '../figures/numbers.ts'
import { useOrders } from '../live/use-live.ts'
import { plural, t } from '../messages/messages.ts'
import { errorDetail } from '../rest/error-detail.ts'
import { isOutcomeUnknown } from '../rest/is-outcome-unknown.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { useNotify } from '../ui/notices.tsx'
import { inWords, type Order, PURPOSES } from './orders.ts'

/**
 * Dialog that cancels orders one after the other, independently; each result is displayed until the user dismisses it.
 */
export const CancelDialog = ({ orders, onClose }: Cancelling) => {
  const { sentRequests } = useSignedIn()
  const notify = useNotify()
  const cancel = useCancel()
  const liveOrders = useOrders()
  const present = orders.map((order) => findPresent(order, liveOrders))
  const open = present.filter(({ isOpen }) => isOpen)
  const onFailure = (order: Order, failure: unknown): string => {
    const text = failedInWords(order, failure)
    notify(text)
    return text
  }
  const all = async (): Promise<void> => {
    for (const { order } of open) {
      sentRequests.cancels.keep(order.orderId, await cancel(order).catch((failure) => onFailure(order, failure)))
    }
  }
  return (
    <ActionDialog
      title={t('Cancel {orders}?', { orders: countedInWords(orders) })}
      act={t('Cancel {orders}', { orders: countedInWords(open.length === 0 ? orders : open) })}
      back={orders.length === 1 ? t('Keep order') : t('Keep orders')}
      isHeld={orders.length > 1}
      ended={open.length === 0 ? ENDED : undefined}
      onAct={all}
      onClose={onClose}
    >
      <ul className="grid gap-1">
        {present.map(({ order, isOpen }) => (
          <li key={order.orderId}>
            {t('{order} at {price}, {purpose}, {filledQty} filled', {
              order: inWords(order),
              price: formatExact(order.price ?? order.triggerPrice),
              purpose: PURPOSES[order.purpose],
              filledQty: formatExact(order.filledQty),
            })}
            {!isOpen && <strong className="text-warn">{t(', ended')}</strong>} <Age at={order.updatedAt} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('Fills are final. Stops and targets of positions are kept.')}</p>
    </ActionDialog>
  )
}

interface Cancelling {
  readonly orders: readonly Order[]
  readonly onClose: () => void
}

/** Current state of the orders to cancel. */
interface Present {
  readonly order: Order
  readonly isOpen: boolean
}

const findPresent = (order: Order, orders: readonly Order[] | undefined): Present => {
  const liveOrder = orders?.find(({ orderId }) => orderId === order.orderId)
  return {
    order: liveOrder ?? order,
    isOpen: orders === undefined || (liveOrder !== undefined && !hasEnded(liveOrder)),
  }
}

const countedInWords = ({ length }: { readonly length: number }): string =>
  plural(length, 'the order', '{count} orders')

const ENDED = t('These orders are no longer open; there is nothing to cancel.')

const failedInWords = (order: Order, failure: unknown): string =>
  `${inWords(order)}: ${isOutcomeUnknown(failure) ? t('cancellation not confirmed') : t('not cancelled')}. ${errorDetail(failure)}`

/** Returns a function that cancels an order and describes the result. */
const useCancel = (): ((order: Order) => Promise<string>) => {
  const { client, live } = useSignedIn()
  return async ({ orderId }) => {
    const { data } = await client.rest.DELETE('/api/v381/trading/order/{orderId}', { params: { path: { orderId } } })
    live.orders.put(data)
    return cancelledInWords(data)
  }
}

const cancelledInWords = (order: Order): string => {
  if (!hasEnded(order)) return t('{order}: the exchange has not confirmed it yet.', { order: inWords(order) })
  return order.status === 'CANCELED'
    ? t('{order}: cancelled.', { order: inWords(order) })
    : t('{order}: it had already ended: {status}.', {
        order: inWords(order),
        status: order.status.replaceAll('_', ' '),
      })
}
