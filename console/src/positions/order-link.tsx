import { Link } from 'wouter'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import type { Order } from './orders.ts'

/** Link to the details of an order, named by its symbol and side. In a docked table it is as high as the row. */
export const OrderLink = ({ orderId, symbol, side }: Linking) => (
  <Link
    href={`/positions?order=${orderId}`}
    className="text-accent underline in-data-[look=fills]:inline-block in-data-[look=fills]:leading-6"
  >
    {symbol} {side && <span className={SIDE_COLOURS[side]}>{side}</span>}
  </Link>
)

interface Linking extends Pick<Order, 'orderId' | 'symbol'> {
  /** Null for an execution without a side. */
  readonly side: Order['side'] | null
}
