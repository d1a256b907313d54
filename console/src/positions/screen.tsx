import { useSearchParams } from 'wouter'
import { useAccountKnown } from '../live/use-live.ts'
import { useRecentlyMounted } from '../live/use-recently-mounted.ts'
import { t } from '../messages/messages.ts'
import { ClosedPositions } from './closed-positions.tsx'
import { Executions } from './executions.tsx'
import { OpenPositions } from './open-positions.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderHistory } from './order-history.tsx'
import { WorkingOrders } from './working-orders.tsx'

/**
 * Positions screen: positions, orders and their history, with their actions. The lists are rendered together, so that a
 * late one does not push down content.
 */
export const Positions = () => {
  const [search] = useSearchParams()
  const orderId = search.get('order')
  const isKnown = useAccountKnown()
  const isRecentlyMounted = useRecentlyMounted()
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Positions and orders')}</h1>
      <div className="grid grid-cols-1 gap-4">
        {orderId !== null && <OrderDetail key={orderId} orderId={orderId} />}
        {isKnown || !isRecentlyMounted ? (
          <>
            <OpenPositions />
            <WorkingOrders />
            <OrderHistory />
            <ClosedPositions />
            <Executions />
          </>
        ) : (
          <p className="text-muted">{t('Loading…')}</p>
        )}
      </div>
    </>
  )
}
