/** State of the order that the ticket requested last: pending, unanswered, refused, or answered. */

import type { components } from '@plimsoll/client'
import type { OrderRequest } from './ticket-values.ts'

/** Last order request and its state. */
export type LastRequest = { readonly name: 'pending' | 'unanswered'; readonly request: OrderRequest } | Settled

type Order = components['schemas']['Order']

export type Settled = Refused | { readonly name: 'answered'; readonly request: OrderRequest; readonly order: Order }

/** An order that was not placed, the reason, and the server time of the refusal when known. */
interface Refused {
  readonly name: 'refused'
  readonly request: OrderRequest
  readonly error: unknown
  readonly at: string | undefined
}

/** Returns whether the last request equals this one. */
export const isAbout = (placed: LastRequest | undefined, request: OrderRequest | undefined): boolean =>
  JSON.stringify(placed?.request) === JSON.stringify(request)

/** Returns the result with the streamed order, when the stream has one. */
export const withNewest = (settled: Settled, orders: readonly Order[] | undefined): Settled => {
  if (settled.name === 'refused') return settled
  return { ...settled, order: orders?.find(({ orderId }) => orderId === settled.order.orderId) ?? settled.order }
}
