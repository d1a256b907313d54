import type { components } from '@plimsoll/client'
import { formatExact, formatToStep } from '../figures/numbers.ts'
import type { CloseRequest } from '../rest/acts.ts'
import { type Attempt, useKeyedAct } from '../rest/keyed-act.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useNotify } from '../ui/notices.tsx'
import { isUnconfirmed } from './orders.ts'
import type { Position } from './position-figures.ts'

/** Closes a position or a part of it, once however often the same request is sent, and reports the result. */
export const useClose = ({ id }: Pick<Position, 'id'>): Closing => {
  const { client, live, acts } = useSignedIn()
  const notify = useNotify()
  const { attempt, act } = useKeyedAct({
    attempts: acts.closes,
    about: id,
    send: async (body: CloseRequest, header) =>
      (await client.rest.POST('/api/v381/trading/positions/{id}/close', { params: { path: { id }, header }, body }))
        .data,
  })
  const close = async (body: CloseRequest): Promise<void> => {
    const order = await act(body)
    live.orders.put(order)
    notify(closedInWords(order))
  }
  return { attempt, close }
}

interface Closing {
  /** Earlier close request whose outcome is still unknown. */
  readonly attempt: Attempt<CloseRequest> | undefined
  readonly close: (body: CloseRequest) => Promise<void>
}

const closedInWords = (order: components['schemas']['DecidedOrder']): string => {
  const { symbol, instrument, status, filledQty, avgFillPrice } = order
  if (status === 'FILLED')
    return `${symbol}: ${formatExact(filledQty)} closed at ${formatToStep(avgFillPrice, instrument.tickSize)}.`
  return isUnconfirmed(order)
    ? `${symbol}: the exchange has not confirmed the closing order yet.`
    : `${symbol}: the closing order is ${status.replaceAll('_', ' ')}, ${formatExact(filledQty)} of it filled.`
}
