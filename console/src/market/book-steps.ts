/** Price grouping of the order book. */

import type { components, Level } from '@plimsoll/client'
import { addDecimals, downToStep, isMultiple, multiplyDecimals } from '../figures/decimal.ts'

/** Returns the price groupings available for the order book of an instrument: its tick, and powers of ten of it. */
export const bookSteps = (tickSize: string): readonly string[] =>
  MULTIPLES.map((multiple) => multiplyDecimals(tickSize, multiple))

type Order = components['schemas']['Order']

/** Multiples of the tick by which the levels can be joined. */
const MULTIPLES = ['1', '10', '100', '1000'] as const

/** Rounds away from the touch, so that no level looks better than its orders are. */
const roundToStep = (price: string, side: Order['side'], step: string): string => {
  const down = downToStep(price, step)
  return side === 'BUY' || isMultiple(price, step) ? down : addDecimals(down, step)
}

/** Returns levels joined by price step, best first. */
export const joinLevels = (levels: readonly Level[], side: Order['side'], step: string): readonly Level[] => {
  const joined = new Map<string, string>()
  for (const [price, qty] of levels) {
    const at = roundToStep(price, side, step)
    joined.set(at, addDecimals(joined.get(at) ?? '0', qty))
  }
  return [...joined]
}

/** Returns our orders at the prices of the levels that they are part of. */
export const joinOrders = (orders: readonly Order[], step: string): readonly Order[] =>
  orders.map((order) =>
    order.price === null ? order : { ...order, price: roundToStep(order.price, order.side, step) },
  )
