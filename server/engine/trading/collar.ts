/** Prices at a distance in basis points: the collar of an order, and the stop of an entry. */

import { type Ticks, ticks } from '../../domain/market/instrument.ts'
import type { Side } from '../../domain/order/order.ts'

/** Returns the price at the given distance from the mark price, on the adverse side; at least one tick. */
export const collarPrice = (mark: Ticks, side: Side, bps: number): Ticks =>
  ticks(
    Math.max(
      1,
      side === 'BUY' ? Math.floor((mark * (BPS + bps)) / BPS) : Math.ceil((mark * Math.max(0, BPS - bps)) / BPS),
    ),
  )

const BPS = 10_000

/** Returns the stop at the given distance from the price, on the side that limits the loss of an entry with `side`. */
export const stopAt = (price: Ticks, side: Side, bps: number): Ticks =>
  ticks(Math.max(1, side === 'BUY' ? Math.floor((price * (BPS - bps)) / BPS) : Math.ceil((price * (BPS + bps)) / BPS)))
