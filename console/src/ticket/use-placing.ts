import type { components } from '@plimsoll/client'
import { useState } from 'react'
import { useOrders } from '../live/use-live.ts'
import { detailOf } from '../rest/detail-of.ts'
import { isUnanswered } from '../rest/is-unanswered.ts'
import { useKeyedAct } from '../rest/keyed-act.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useTell } from '../ui/notices.tsx'
import { actInWords, fateInWords } from './in-words.ts'
import type { OrderRequest } from './wanted.ts'

type Settled =
  | { readonly name: 'refused'; readonly request: OrderRequest; readonly error: unknown }
  | { readonly name: 'answered'; readonly request: OrderRequest; readonly order: components['schemas']['Order'] }

/** What has come of the order that was asked for last. */
export type Placed = { readonly name: 'asking' | 'unanswered'; readonly request: OrderRequest } | Settled

export interface Placing {
  readonly placed: Placed | undefined
  /** Throws only what leaves open whether it was placed: the same order can be asked for again then, and is placed once. */
  readonly place: (request: OrderRequest) => Promise<void>
}

/** Places orders in one instrument, one after the other, and remembers what has come of the last one. */
export const usePlacing = (symbol: string): Placing => {
  const { client, live, acts } = useSignedIn()
  const tell = useTell()
  const [settled, setSettled] = useState<Settled>()
  const { attempt, act } = useKeyedAct({
    attempts: acts.orders,
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
      tell(fateInWords(order))
    } catch (error) {
      if (isUnanswered(error)) throw error
      setSettled({ name: 'refused', request, error })
      tell(`It was not placed: ${actInWords(request)}. ${detailOf(error)}`)
    }
  }
  const orders = useOrders()
  if (attempt) return { placed: { name: attempt.name, request: attempt.body }, place }
  if (settled?.name !== 'answered') return { placed: settled, place }
  const newest = orders?.find(({ orderId }) => orderId === settled.order.orderId)
  return { placed: newest ? { ...settled, order: newest } : settled, place }
}
