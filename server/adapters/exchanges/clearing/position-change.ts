import { divideRounded } from '../../../core/decimal.ts'
import { type Money, valueAt } from '../../../domain/account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../../../domain/market/instrument.ts'
import { type Side, sideSign } from '../../../domain/order/order.ts'

/** A netted position: signed lots, and what they cost at entry. */
export interface NetPosition {
  readonly quantity: number
  readonly cost: Money
}

export interface Execution {
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
}

/** A position after an execution, and what the execution has realised before fees. */
export interface PositionChange extends NetPosition {
  readonly realized: Money
}

/**
 * Adds to a position, reduces it or turns it round. Adding costs what it is worth; reducing releases the same part of the
 * cost as of the quantity, to the nearest unit; turning closes all of it first.
 */
export const changePosition = (
  instrument: Instrument,
  held: NetPosition,
  { side, price, quantity }: Execution,
): PositionChange => {
  const sign = sideSign(side)
  const size = Math.abs(held.quantity)
  const closes = held.quantity * sign < 0 ? Math.min(quantity, size) : 0
  const opens = quantity - closes
  const released = closes === 0 ? 0n : divideRounded(held.cost * BigInt(closes), BigInt(size))
  const proceeds = valueAt(instrument, price, lots(closes)) - released
  return {
    quantity: held.quantity + sign * quantity,
    cost: held.cost - released + valueAt(instrument, price, lots(opens)),
    realized: sign < 0 ? proceeds : -proceeds,
  }
}
