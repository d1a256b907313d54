import { formatExact } from '../figures/numbers.ts'
import { detailOf } from '../rest/detail-of.ts'
import { isUnanswered } from '../rest/is-unanswered.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { useTell } from '../ui/notices.tsx'
import { inWords, type Order, PURPOSES } from './orders.ts'
import { useCancel } from './use-cancel.ts'

interface Cancelling {
  readonly orders: readonly Order[]
  readonly onClose: () => void
}

/** Cancels orders one after the other, each whatever became of the others; what has become of each is kept until it is read. */
export const CancelDialog = ({ orders, onClose }: Cancelling) => {
  const { acts } = useSignedIn()
  const tell = useTell()
  const cancel = useCancel()
  const onFailure = (order: Order, failure: unknown): string => {
    const text = failedInWords(order, failure)
    tell(text)
    return text
  }
  const all = async (): Promise<void> => {
    for (const order of orders) {
      acts.cancels.keep(order.orderId, await cancel(order).catch((failure) => onFailure(order, failure)))
    }
  }
  const what = orders.length === 1 ? 'the order' : `${orders.length} orders`
  return (
    <ActionDialog
      title={`Cancel ${what}?`}
      act={`Cancel ${what}`}
      back={orders.length === 1 ? 'Keep it' : 'Keep them'}
      isDisabled={orders.length === 0}
      onAct={all}
      onClose={onClose}
    >
      <ul className="grid gap-1">
        {orders.map((order) => (
          <li key={order.orderId}>
            {inWords(order)} at {formatExact(order.price ?? order.triggerPrice)}, {PURPOSES[order.purpose]},{' '}
            {formatExact(order.filledQty)} of it filled
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">What is filled stays. Stops and targets of positions stay too.</p>
    </ActionDialog>
  )
}

const failedInWords = (order: Order, failure: unknown): string =>
  `${inWords(order)}: ${isUnanswered(failure) ? 'it is not known whether it was cancelled' : 'not cancelled'}. ${detailOf(failure)}`
