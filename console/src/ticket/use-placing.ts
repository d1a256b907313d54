import { useState } from 'react'
import { useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { errorDetail } from '../rest/error-detail.ts'
import { isOutcomeUnknown } from '../rest/is-outcome-unknown.ts'
import { useKeyedAct } from '../rest/keyed-act.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useNotify } from '../ui/notices.tsx'
import { describeAction, describeOutcome } from './describe-order.ts'
import type { Steps } from './faults.ts'
import { type LastRequest, type Settled, withNewest } from './last-request.ts'
import type { OrderRequest } from './ticket-values.ts'

/** Returns a function that places orders in one instrument, one at a time, and the result of the last order. */
export const usePlacing = (symbol: string, steps: Steps | undefined): Placing => {
  const { client, live, sentRequests } = useSignedIn()
  const notify = useNotify()
  const [settled, setSettled] = useState<Settled>()
  const { attempt, act } = useKeyedAct({
    attempts: sentRequests.orders,
    about: symbol,
    send: async (body: OrderRequest, header) =>
      (await client.rest.POST('/api/v381/trading/order', { body, params: { header } })).data,
  })
  const place = async (request: OrderRequest): Promise<void> => {
    setSettled(undefined)
    try {
      const order = await act(request)
      live.orders.put(order)
      setSettled({ name: 'answered', request, order })
      notify(describeOutcome(order))
    } catch (error) {
      if (isOutcomeUnknown(error)) throw error
      const nowMs = live.clock.now()
      setSettled({
        name: 'refused',
        request,
        error,
        at: nowMs === undefined ? undefined : new Date(nowMs).toISOString(),
      })
      notify(
        t('Not placed: {order}. {error}', {
          order: describeAction({ ...request, instrument: steps }),
          error: errorDetail(error),
        }),
      )
    }
  }
  const forgetRefusal = (): void => setSettled((before) => (before?.name === 'refused' ? undefined : before))
  const orders = useOrders()
  const placed = attempt ? { name: attempt.name, request: attempt.body } : settled && withNewest(settled, orders)
  return { placed, place, forgetRefusal }
}

export interface Placing {
  readonly placed: LastRequest | undefined
  /**
   * Rejects only when it is unknown whether the order was placed: the same order can then be sent again, and is placed
   * once.
   */
  readonly place: (request: OrderRequest) => Promise<void>
  /** Clears a refusal, which does not apply to another order. */
  readonly forgetRefusal: () => void
}
