import type { Side } from '../order/order.ts'
import { type Lots, type Ticks, ticks } from './instrument.ts'

/**
 * Returns the price at which a simulated taker order fills on a market known by candles: the touch plus the impact of
 * its size, within the range of the minute. A triggered order never fills at a better price than its trigger, unless
 * the minute traded only at better prices.
 */
export const takerPrice = ({ symbol, side, quantity, isSetOff }: Taker, point: TakenPoint, impact: Impact): Ticks => {
  const moved = quantity === 0 ? 0 : Math.ceil(impact(symbol, quantity, point.last))
  const touch = side === 'BUY' ? point.ask + moved : point.bid - moved
  const bounded = isSetOff && point.trigger !== null ? worse(side, touch, point.trigger) : touch
  return ticks(Math.min(point.highest, Math.max(point.lowest, bounded)))
}

/** A taker order. */
interface Taker {
  readonly symbol: string
  readonly side: Side
  readonly quantity: Lots
  /** True for a conditional order triggered at this price. */
  readonly isSetOff: boolean
}

/** Price reached in a market known by candles, with the range of its minute. */
interface TakenPoint {
  readonly last: Ticks
  readonly bid: Ticks
  readonly ask: Ticks
  /** Lowest bid and highest ask of the minute. */
  readonly lowest: Ticks
  readonly highest: Ticks
  /** Trigger reached at this point; null if there is none. */
  readonly trigger: Ticks | null
}

/** Returns the distance, in ticks, by which an order of this size moves the price. */
export type Impact = (symbol: string, quantity: Lots, price: Ticks) => number

const worse = (side: Side, a: number, b: number): number => (side === 'BUY' ? Math.max(a, b) : Math.min(a, b))
