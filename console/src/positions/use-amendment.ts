import { t } from '../messages/messages.ts'
import { type Attempt, useKeyedAct } from '../rest/keyed-act.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { blockedBy } from '../ticket/blocked-by.ts'
import { describeOutcome } from '../ticket/describe-order.ts'
import { type Previewed, useServerPreview } from '../ticket/use-preview.ts'
import { useNotify } from '../ui/notices.tsx'
import { type AmendedFields, type AmendRequest, amendFault, amendRequest } from './amendment.ts'
import { inWords, type Order } from './orders.ts'

/**
 * Returns the amendment of an order by the entered fields, with its preview and the function that sends it, which is
 * executed once even when the request is repeated.
 */
export const useAmendment = (order: Order, fields: AmendedFields): Amendment => {
  const { client, live, sentRequests } = useSignedIn()
  const notify = useNotify()
  const { orderId, symbol } = order
  const path = { orderId }
  const { attempt, act } = useKeyedAct({
    attempts: sentRequests.amendments,
    about: orderId,
    send: async (body: AmendRequest, header) =>
      (await client.rest.PATCH('/api/v381/trading/order/{orderId}', { params: { path, header }, body })).data,
  })
  const entered = amendFault(order, fields) === undefined ? amendRequest(order, fields) : undefined
  const previewed = useServerPreview({
    about: orderId,
    symbol,
    body: attempt ? undefined : entered,
    read: async (body, signal) =>
      (await client.rest.POST('/api/v381/trading/order/{orderId}/preview', { params: { path }, body, signal })).data,
  })
  const request = attempt?.body ?? entered
  const amend = async (): Promise<void> => {
    if (!request) return
    const answer = await act(request)
    live.orders.put(answer)
    notify(answer.replaces === null ? `${inWords(order)}: ${NOT_CONFIRMED}` : describeOutcome(answer))
  }
  const isReady = attempt ? attempt.name === 'unanswered' : entered !== undefined && isPassed(previewed)
  return { attempt, request, previewed, isReady, amend }
}

interface Amendment {
  /** Earlier request without an answer; only this one can be sent again. */
  readonly attempt: Attempt<AmendRequest> | undefined
  /** The request that `amend` sends; undefined without a valid change. */
  readonly request: AmendRequest | undefined
  readonly previewed: Previewed
  /** True when `amend` may be called: the preview passes, or is not available. */
  readonly isReady: boolean
  readonly amend: () => Promise<void>
}

const isPassed = ({ preview, error }: Previewed): boolean =>
  (preview !== undefined || error !== null) && blockedBy(preview) === undefined

const NOT_CONFIRMED = t('the exchange has not confirmed the change yet.')
