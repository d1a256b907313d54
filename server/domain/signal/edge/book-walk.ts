import { assert } from '../../../core/assert.ts'
import type { Level } from '../../market/book-side.ts'
import type { Lots } from '../../market/instrument.ts'

/**
 * Returns how much worse than the best price it is to take `quantity` from one side of an order book, best level first:
 * the average price against the touch, as a fraction of the touch. Null when the levels do not hold that much.
 */
export const bookWalk = (levels: readonly Level[], quantity: Lots): number | null => {
  assert(quantity > 0, 'a walk takes at least one lot')
  const touch = levels[0]?.price
  if (touch === undefined) return null
  let left: number = quantity
  let paidBeyond = 0
  for (const level of levels) {
    const taken = Math.min(left, level.quantity)
    paidBeyond += taken * Math.abs(level.price - touch)
    left -= taken
    if (left === 0) return paidBeyond / quantity / touch
  }
  return null
}
