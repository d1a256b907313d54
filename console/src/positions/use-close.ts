/** Requests that close one position, in whole or in part, or several positions. */

import type { Client, components } from '@plimsoll/client'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { type Attempt, actOnce, useKeyedAct } from '../rest/keyed-act.ts'
import type { CloseRequest } from '../rest/sent-requests.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useNotify } from '../ui/notices.tsx'
import { isUnconfirmed } from './orders.ts'
import type { Position } from './position-figures.ts'

/** Returns a function that closes a position in whole or in part, executed once even when the request is repeated. */
export const useClose = ({ id }: Pick<Position, 'id'>): Closing => {
  const { client, live, sentRequests } = useSignedIn()
  const notify = useNotify()
  const { attempt, act } = useKeyedAct({ attempts: sentRequests.closes, about: id, send: sendClose(client, id) })
  const close = async (body: CloseRequest): Promise<void> => {
    const order = await act(body)
    live.orders.put(order)
    notify(closedInWords(order))
  }
  return { attempt, close }
}

/** Returns a function that closes whole positions one after the other, independently. */
export const useCloseAll = (): ((positions: readonly Pick<Position, 'id'>[]) => Promise<void>) => {
  const closeWhole = useCloseWhole()
  return async (positions) => {
    const failures: unknown[] = []
    for (const position of positions) {
      await closeWhole(position, 'Close all in the console').catch((failure: unknown) => failures.push(failure))
    }
    if (failures.length > 0) throw failures[0]
  }
}

/** Returns a function that closes a whole position for a reason, reports the result, and returns the closing order. */
export const useCloseWhole = (): CloseWhole => {
  const { client, live, sentRequests } = useSignedIn()
  const notify = useNotify()
  return async ({ id }, reason) => {
    const keyed = { attempts: sentRequests.closes, about: id, send: sendClose(client, id) }
    const order = await actOnce(keyed, { qty: 'ALL', reason })
    live.orders.put(order)
    notify(closedInWords(order))
    return order
  }
}

type CloseWhole = (position: Pick<Position, 'id'>, reason: string) => Promise<DecidedOrder>
type DecidedOrder = components['schemas']['DecidedOrder']

const sendClose =
  (client: Client, id: string) => async (body: CloseRequest, header: { readonly 'idempotency-key'?: string }) =>
    (await client.rest.POST('/api/v381/trading/positions/{id}/close', { params: { path: { id }, header }, body })).data

interface Closing {
  /** Earlier close request whose outcome is still unknown. */
  readonly attempt: Attempt<CloseRequest> | undefined
  readonly close: (body: CloseRequest) => Promise<void>
}

const closedInWords = (order: DecidedOrder): string => {
  const { symbol, instrument, status, filledQty, avgFillPrice } = order
  if (status === 'FILLED')
    return t('{symbol}: {filledQty} closed at {avgFillPrice}.', {
      symbol,
      filledQty: formatExact(filledQty),
      avgFillPrice: formatToStep(avgFillPrice, instrument.tickSize),
    })
  return isUnconfirmed(order)
    ? t('{symbol}: the exchange has not confirmed the closing order yet.', { symbol })
    : t('{symbol}: the closing order is {status}, {filledQty} filled.', {
        symbol,
        status: status.replaceAll('_', ' '),
        filledQty: formatExact(filledQty),
      })
}
