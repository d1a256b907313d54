import { type Ticks, ticks } from '../../domain/market/instrument.ts'
import type { Side } from '../../domain/order/order.ts'

const BPS = 10_000

/** The price at most so far from the mark, on the side that costs us; never less than one tick. */
export const collarPrice = (mark: Ticks, side: Side, bps: number): Ticks =>
  ticks(
    Math.max(
      1,
      side === 'BUY' ? Math.floor((mark * (BPS + bps)) / BPS) : Math.ceil((mark * Math.max(0, BPS - bps)) / BPS),
    ),
  )

/** A stop so far from the price, on the side that limits the loss of who entered with `side`. */
export const stopAt = (price: Ticks, side: Side, bps: number): Ticks =>
  ticks(Math.max(1, side === 'BUY' ? Math.floor((price * (BPS - bps)) / BPS) : Math.ceil((price * (BPS + bps)) / BPS)))
