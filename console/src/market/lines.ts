import { type components, hasEnded } from '@plimsoll/client'
import type { Line } from '../chart/mark.ts'
import { formatExact } from '../figures/numbers.ts'
import { ORDER_TYPES } from '../figures/order-words.ts'
import { isProtection } from '../positions/orders.ts'

type Order = components['schemas']['Order']
type Position = components['schemas']['Position']
type Protection = Position['protection']['stopLoss']

const STANDING: readonly Order['status'][] = ['NEW', 'UNTRIGGERED']

/** Returns the account's price lines on the chart: the open position with its protection, and the working orders. */
export const buildLines = (position: Position | undefined, orders: readonly Order[]): readonly Line[] => {
  const own = position ? positionLines(position) : []
  const isDrawn = (order: Order): boolean =>
    isProtection(order) && own.some(({ price }) => price === order.triggerPrice)
  const others = orders.filter((order) => !hasEnded(order) && !isDrawn(order))
  return [...own, ...others.flatMap(orderLine)]
}

const positionLines = ({ id, direction, qty, entryPrice, protection }: Position): readonly Line[] => [
  { id: `${id} entry`, kind: 'entry', price: entryPrice, word: `entry ${direction} ${formatExact(qty)}` },
  ...protectionLine(`${id} stop`, 'stop', protection.stopLoss),
  ...protectionLine(`${id} target`, 'target', protection.takeProfit),
]

const protectionLine = (id: string, kind: 'stop' | 'target', protection: Protection): readonly Line[] =>
  protection
    ? [
        {
          id,
          kind,
          price: protection.triggerPrice,
          word: protection.orderId === null ? `${kind}, not at the exchange` : kind,
        },
      ]
    : []

const orderLine = ({ orderId, side, type, price, triggerPrice, remainingQty, status }: Order): readonly Line[] => {
  const at = price ?? triggerPrice
  if (at === null) return []
  const words = [side, ORDER_TYPES[type], formatExact(remainingQty), STANDING.includes(status) ? '' : status]
  return [{ id: orderId, kind: 'order', price: at, word: words.join(' ').trim() }]
}
