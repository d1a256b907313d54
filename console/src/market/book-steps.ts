/** Groups the levels of the order book, and the account's orders in it, by a larger price step. */

import type { components, Level } from '@plimsoll/client'
import { addDecimals, downToStep, isMultiple, multiplyDecimals } from '../figures/decimal.ts'

/** Returns the price groupings available for the order book of an instrument: its tick, and powers of ten of it. */
export const bookSteps = (tickSize: string): readonly string[] =>
  MULTIPLES.map((multiple) => multiplyDecimals(tickSize, multiple))

type Order = components['schemas']['Order']

/** Multiples of the tick size that are offered as price steps. */
const MULTIPLES = ['1', '10', '100', '1000'] as const

/** Rounds away from the touch, so that no grouped level appears better than its orders. */
const roundToStep = (price: string, side: Order['side'], step: string): string => {
  const down = downToStep(price, step)
  return side === 'BUY' || isMultiple(price, step) ? down : addDecimals(down, step)
}

/** Returns the levels grouped by price step, best first. */
export const joinLevels = (levels: readonly Level[], side: Order['side'], step: string): readonly Level[] => {
  const joined = new Map<string, string>()
  for (const [price, qty] of levels) {
    const at = roundToStep(price, side, step)
    joined.set(at, addDecimals(joined.get(at) ?? '0', qty))
  }
  return [...joined]
}

/** Returns the account's orders with their prices rounded to the grouped levels. */
export const joinOrders = (orders: readonly Order[], step: string): readonly Order[] =>
  orders.map((order) =>
    order.price === null ? order : { ...order, price: roundToStep(order.price, order.side, step) },
  )
