import { err, ok, type Result } from '../../core/result.ts'
import type { Ticks } from '../../domain/market/instrument.ts'
import type { ProtectionPlan, Side, Trigger } from '../../domain/order/order.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { CommandRefusal } from '../model/events.ts'
import { stopAt } from './collar.ts'

/** The default stop, for an order that brings none. */
export const defaultPlan = (price: Ticks, side: Side, constitution: Constitution): ProtectionPlan => ({
  stopLoss: { price: stopAt(price, side, constitution.protection.defaultStopBps), by: 'MARK' },
  takeProfit: null,
  stopIsDefault: true,
})

export interface RequestedProtection {
  readonly stopLoss: Trigger | null
  readonly takeProfit: Trigger | null
}

/** Returns whether `a` lies on the losing side of `b` for an entry with `side`. */
export const isLosingSide = (a: Ticks, b: Ticks, side: Side): boolean => (side === 'BUY' ? a < b : a > b)

interface Entry {
  readonly price: Ticks
  readonly side: Side
  readonly constitution: Constitution
  /** The stop of the position the order adds to. */
  readonly standing: Trigger | null
}

/**
 * Returns the protection plan of a position entered with `side` at about `price`; refused when a price would be on the
 * wrong side. An order without a stop keeps the present one, or gets the default.
 */
export const createPlan = (
  { stopLoss, takeProfit }: RequestedProtection,
  { price, side, constitution, standing }: Entry,
): Result<ProtectionPlan, CommandRefusal> => {
  if (stopLoss && !isLosingSide(stopLoss.price, price, side)) {
    return invalid('/stopLoss/triggerPrice', `must lie ${side === 'BUY' ? 'below' : 'above'} the price of the order`)
  }
  if (takeProfit && (takeProfit.price === price || isLosingSide(takeProfit.price, price, side))) {
    return invalid('/takeProfit/triggerPrice', `must lie ${side === 'BUY' ? 'above' : 'below'} the price of the order`)
  }
  if (stopLoss) return ok({ stopLoss, takeProfit, stopIsDefault: false })
  const plan = defaultPlan(price, side, constitution)
  const keeps = standing !== null && isLosingSide(standing.price, price, side)
  return ok({ ...plan, takeProfit, ...(keeps && { stopLoss: standing }) })
}

const invalid = (pointer: string, detail: string): Result<never, CommandRefusal> =>
  err({ kind: 'invalid', pointer, detail })
