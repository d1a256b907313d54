import type { Side } from '../order/order.ts'
import { type Lots, type Ticks, ticks } from './instrument.ts'

/**
 * Returns the price of a taker: the touch and the impact of its size, within what the minute traded. What a trigger sets
 * off does not trade at a better price than the trigger, unless the minute traded at better prices only.
 */
export const takerPrice = ({ symbol, side, quantity, isSetOff }: Taker, point: TakenPoint, impact: Impact): Ticks => {
  const moved = quantity === 0 ? 0 : Math.ceil(impact(symbol, quantity, point.last))
  const touch = side === 'BUY' ? point.ask + moved : point.bid - moved
  const bounded = isSetOff && point.trigger !== null ? worse(side, touch, point.trigger) : touch
  return ticks(Math.min(point.highest, Math.max(point.lowest, bounded)))
}

/** An order that trades as a taker at a point. */
interface Taker {
  readonly symbol: string
  readonly side: Side
  readonly quantity: Lots
  /** True for an order that the price of the point has set off. */
  readonly isSetOff: boolean
}

/** Price that a market known by candles has reached, with the limits of its minute. */
interface TakenPoint {
  readonly last: Ticks
  readonly bid: Ticks
  readonly ask: Ticks
  /** Lowest bid and highest ask of the minute. */
  readonly lowest: Ticks
  readonly highest: Ticks
  /** Trigger that is reached here; null where none is. */
  readonly trigger: Ticks | null
}

/** Distance in ticks that an order of this size moves the price. */
export type Impact = (symbol: string, quantity: Lots, price: Ticks) => number

const worse = (side: Side, a: number, b: number): number => (side === 'BUY' ? Math.max(a, b) : Math.min(a, b))
