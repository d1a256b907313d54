import { useSearchParams } from 'wouter'
import { ClosedPositions } from './closed-positions.tsx'
import { Executions } from './executions.tsx'
import { OpenPositions } from './open-positions.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderHistory } from './order-history.tsx'
import { WorkingOrders } from './working-orders.tsx'

/** What is held and what is ordered, what became of it, and what can be done about it. */
export const Positions = () => {
  const [search] = useSearchParams()
  const orderId = search.get('order')
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">Positions and orders</h1>
      <div className="grid grid-cols-1 gap-4">
        {orderId !== null && <OrderDetail key={orderId} orderId={orderId} />}
        <OpenPositions />
        <WorkingOrders />
        <OrderHistory />
        <ClosedPositions />
        <Executions />
      </div>
    </>
  )
}
