import { hasEnded } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { formatExact } from '../figures/numbers.ts'
import { useOrders } from '../live/use-live.ts'
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
      title={`Cancel ${countedInWords(orders)}?`}
      act={`Cancel ${countedInWords(open.length === 0 ? orders : open)}`}
      back={orders.length === 1 ? 'Keep order' : 'Keep orders'}
      ended={open.length === 0 ? ENDED : undefined}
      onAct={all}
      onClose={onClose}
    >
      <ul className="grid gap-1">
        {present.map(({ order, isOpen }) => (
          <li key={order.orderId}>
            {inWords(order)} at {formatExact(order.price ?? order.triggerPrice)}, {PURPOSES[order.purpose]},{' '}
            {formatExact(order.filledQty)} filled
            {!isOpen && <strong className="text-warn">, ended</strong>} <Age at={order.updatedAt} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">Fills are final. Stops and targets of positions are kept.</p>
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
  length === 1 ? 'the order' : `${length} orders`

const ENDED = 'These orders are no longer working: nothing to cancel.'

const failedInWords = (order: Order, failure: unknown): string =>
  `${inWords(order)}: ${isOutcomeUnknown(failure) ? 'cancellation not confirmed' : 'not cancelled'}. ${errorDetail(failure)}`

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
  if (!hasEnded(order)) return `${inWords(order)}: the exchange has not confirmed it yet.`
  return order.status === 'CANCELED'
    ? `${inWords(order)}: cancelled.`
    : `${inWords(order)}: it had already ended: ${order.status.replaceAll('_', ' ')}.`
}
