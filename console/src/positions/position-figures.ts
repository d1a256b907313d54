/**
 * Figures computed from positions, in exact decimals: result at a price, distances in percent, risk multiple, and net
 * result.
 */

import type { components } from '@plimsoll/client'
import {
  divideDecimals,
  downToStep,
  getSign,
  multiplyDecimals,
  subtractDecimals,
  takePercent,
  toPercent,
} from '../figures/decimal.ts'
import { newestFirst } from '../live/newest-first.ts'

/** Returns the result of closing the whole position at this price, before fees and funding. */
export const resultAt = (
  { direction, qty, entryPrice }: Pick<Position, 'direction' | 'qty' | 'entryPrice'>,
  price: string,
): string =>
  multiplyDecimals(
    qty,
    direction === 'LONG' ? subtractDecimals(price, entryPrice) : subtractDecimals(entryPrice, price),
  )

export type Position = components['schemas']['Position']

/** Returns the distance between two prices, in percent of the second; null when it is unknown. */
export const percentFrom = (price: string | null, from: string | null): number | null =>
  price === null || from === null ? null : toPercent(subtractDecimals(price, from), from)

/** Returns the open result in percent of the value at entry. */
export const resultPercent = ({ unrealizedPnl, qty, entryPrice }: Position): number | null =>
  toPercent(unrealizedPnl, multiplyDecimals(qty, entryPrice))

/**
 * Returns the open result divided by the loss at the current stop; undefined when the stop would not lose. This is not
 * R, which refers to the stop at entry.
 */
export const riskMultiple = (position: Position): string | undefined => {
  const { stopLoss } = position.protection
  const atStop = stopLoss && resultAt(position, stopLoss.triggerPrice)
  if (atStop === null || getSign(atStop) >= 0) return undefined
  return divideDecimals(position.unrealizedPnl, subtractDecimals('0', atStop))
}

/** Returns a percentage of the position's quantity, in whole steps. */
export const partialQty = ({ qty, instrument }: Pick<Position, 'qty' | 'instrument'>, percent: number): string =>
  downToStep(takePercent(qty, percent), instrument.lotSize)

/** Returns the result of a closed position, after fees and funding. */
export const netResult = ({ realizedPnl, feesPaid, fundingPaid }: Position): string =>
  subtractDecimals(subtractDecimals(realizedPnl, feesPaid), fundingPaid)

/** Returns the time a position was closed. */
export const getClosedAt = ({ closedAt, updatedAt }: Pick<Position, 'closedAt' | 'updatedAt'>): string =>
  closedAt ?? updatedAt

/** Sorts by closing time, newest first. */
export const lastClosedFirst = newestFirst(getClosedAt, ({ id }: Position) => id)
