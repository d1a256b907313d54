import type { VenueState } from '../../binance/venue-state.ts'
import { drawDuration, happens } from '../faults/wire-faults.ts'
import { forgetOrder, isWaiting, type WireOrder } from './account-book.ts'

const VANISH = { probability: 1, fromMs: 1_000, toMs: 2_000 }

/** Removes a conditional order a moment after it was accepted, if the fault plan requires it, and then calls `gone`. */
export const vanishPerhaps = (
  { faults, exchange, book }: Pick<VenueState, 'faults' | 'exchange' | 'book'>,
  order: WireOrder,
  gone: () => void = () => {},
): void => {
  if (!happens(faults, faults.plan.stopsVanish)) return
  const vanish = (): void => {
    if (!isWaiting(order)) return
    exchange.vanish(order.record.key)
    forgetOrder(book, order)
    gone()
  }
  setTimeout(vanish, drawDuration(faults, VANISH)).unref()
}
