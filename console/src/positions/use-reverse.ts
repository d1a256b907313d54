import { PlimsollError } from '@plimsoll/client'
import { useState } from 'react'
import { t } from '../messages/messages.ts'
import { orderBefore } from '../ticket/blocked-reason.ts'
import type { OrderRequest, Side } from '../ticket/ticket-values.ts'
import { usePlacing } from '../ticket/use-placing.ts'
import type { Position } from './position-figures.ts'
import { useCloseWhole } from './use-close.ts'

/**
 * Returns a function that reverses a position: it closes it, and opens the same size the other way once it is flat. A
 * repetition after the close continues with the opening.
 */
export const useReverse = (position: Position): Reversing => {
  const closeWhole = useCloseWhole()
  const { placed, place } = usePlacing(position.symbol, position.instrument)
  const [closedQty, setClosedQty] = useState<string>()
  const close = async (): Promise<string> => {
    const { status, filledQty } = await closeWhole(position, 'Reverse in the console')
    if (status !== 'FILLED') throw NOT_FLAT
    setClosedQty(filledQty)
    return filledQty
  }
  const request = openingOrder(position, closedQty ?? position.qty)
  return {
    isClosed: closedQty !== undefined,
    unresolved: orderBefore(placed, { request, reduceOnly: false }),
    reverse: async () => place(openingOrder(position, closedQty ?? (await close()))),
  }
}

interface Reversing {
  /** True when the position was closed and its opposite is still to be opened. */
  readonly isClosed: boolean
  /** Why an earlier order of the ticket has to be resolved first; undefined if there is none. */
  readonly unresolved: string | undefined
  /** Rejects when the position could not be closed completely, or when an outcome is unknown. */
  readonly reverse: () => Promise<void>
}

/** Returns the side that closes a position, and opens its opposite. */
const oppositeSide = ({ direction }: Pick<Position, 'direction'>): Side => (direction === 'LONG' ? 'SELL' : 'BUY')

/** Returns the order that opens a size on the other side of a position, with the default stop. */
export const openingOrder = (position: Pick<Position, 'symbol' | 'direction'>, qty: string): OrderRequest => ({
  symbol: position.symbol,
  side: oppositeSide(position),
  type: 'MARKET',
  qty,
  reduceOnly: false,
})

const NOT_FLAT = new PlimsollError({
  code: 'EXCHANGE_REJECTED',
  detail: t('The position is not fully closed yet, so no opposite position was opened.'),
  remedy: t('Review the remaining position and try again.'),
})
