import { hasEnded } from '@plimsoll/client'
import { useSignedIn } from '../session/signed-in.ts'
import { inWords, type Order } from './orders.ts'

/** Returns a function that cancels an order and describes the result. */
export const useCancel = (): ((order: Order) => Promise<string>) => {
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
