import { drawDuration, happens } from '../faults/wire-faults.ts'
import type { VenueState } from '../venue-state.ts'
import { forgetOrder, isWaiting, type WireOrder } from './account-book.ts'

const VANISH = { probability: 1, fromMs: 1_000, toMs: 2_000 }

/** Where the faults have it, makes a conditional order disappear a moment after it was accepted; `gone` is told then. */
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
