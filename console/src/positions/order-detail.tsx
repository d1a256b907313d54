import { hasEnded } from '@plimsoll/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { FILLS } from '../live/feeds.ts'
import { mergeLive } from '../live/merge-live.ts'
import { useFeed, useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { BEFORE_STREAM } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { BlockingGates, GateTable } from '../ui/gate-table.tsx'
import { Problem } from '../ui/problem.tsx'
import { OrderFigures } from './order-figures.tsx'
import { OrderSteps } from './order-steps.tsx'
import { inWords } from './orders.ts'

/**
 * Card with one order: figures, timeline, pre-trade checks and end reason. On closing, focus returns to where it was
 * opened.
 */
export const OrderDetail = ({ orderId }: { readonly orderId: string }) => {
  const place = useTakenFocus()
  const { order, decision, fills, asOf, error } = useOrderDetails(orderId)
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-40 rounded-lg">
      <Card
        title={order ? t('Order: {order}', { order: inWords(order) }) : t('Order')}
        age={asOf !== undefined && <Age at={asOf} />}
      >
        {error && <Problem title={t('Loading failed')} error={error} />}
        {!order && !error && <p className="text-muted">{t('Loading…')}</p>}
        {order && (
          <div className="grid grid-cols-1 gap-4">
            {order.statusReason !== null && (
              <p className="max-w-prose border-l-4 border-warn pl-3">{order.statusReason}</p>
            )}
            {decision && <BlockingGates gates={decision.gates} />}
            <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
              <OrderFigures order={order} />
              <OrderSteps order={order} verdict={decision?.verdict} fills={fills} />
            </div>
            {decision ? (
              <details>
                <summary className="min-h-8 font-semibold">{t('Pre-trade checks')}</summary>
                <GateTable gates={decision.gates} />
              </details>
            ) : (
              <p className="text-muted">{t('No pre-trade checks were run for this order.')}</p>
            )}
          </div>
        )}
        <Link href="/positions" className="mt-3 inline-flex min-h-8 items-center text-accent underline">
          {t('Close order details')}
        </Link>
      </Card>
    </div>
  )
}

/** Returns the order with its executions and gate decisions: as loaded, with streamed updates applied. */
const useOrderDetails = (orderId: string) => {
  const { client } = useSignedIn()
  const liveOrder = useOrders()?.find((order) => order.orderId === orderId)
  const liveFills = useFeed(FILLS)?.filter((fill) => fill.orderId === orderId) ?? []
  const { data, error } = useQuery({
    ...BEFORE_STREAM,
    queryKey: ['order', orderId, liveOrder !== undefined && hasEnded(liveOrder)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [decided, fills] = await Promise.all([
        client.rest.GET('/api/v381/trading/order/{orderId}', { params: { path: { orderId } }, signal }),
        client.rest.GET('/api/v381/account/trades', { params: { query: { orderId } }, signal }),
      ])
      return { decided: decided.data, fills: fills.data }
    },
  })
  const read = { items: data?.fills.items, hasMore: typeof data?.fills.nextCursor === 'string' }
  return {
    order: liveOrder && data && liveOrder.version > data.decided.version ? liveOrder : data?.decided,
    decision: data?.decided.decision,
    fills: mergeLive(read, liveFills, FILLS) ?? [],
    asOf: data?.fills.asOf,
    error,
  }
}

/** Takes the focus, and returns it to the previous element on unmount. */
const useTakenFocus = () => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    place.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return place
}
