/** Books fills and funding payments on a position, and computes its entry and break-even prices. */

import { assert } from '../../core/assert.ts'
import { type Decimal, divideRounded } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import { MONEY_SCALE, type Money } from '../account/money.ts'
import { type Instrument, type Lots, lots } from '../market/instrument.ts'
import { type Cause, exploratoryLabel, type Origin, type ProtectionPlan } from '../order/order.ts'
import { closingSide, directionSign, type Fill, isPerson, type Position, type Traded } from './position.ts'

/** Returns the position after a fill; a fill of another lifecycle opens a new position. */
export const applyFill = (position: Position | undefined, fill: Fill, opened: Opened): Position => {
  if (position?.positionId === fill.positionId) {
    assert(position.status !== 'CLOSED', `fill ${fill.fillId} must not be booked to a closed lifecycle`)
    const after = fill.side === closingSide(position) ? reduce(position, fill) : add(position, fill)
    return position.cause && isPerson(opened.origin) ? { ...after, takenOver: true } : after
  }
  assert(!position || position.status === 'CLOSED', `fill ${fill.fillId} must not open a second position in its symbol`)
  return open(fill, opened)
}

/** Protection and holder of a lifecycle opened by a fill. */
export interface Opened {
  readonly plan: ProtectionPlan
  readonly origin: Origin
  readonly cause?: Cause | undefined
}

/** Books a funding payment to its lifecycle, which may have ended in the meantime. */
export const applyFunding = (position: Position, amount: Money, atMs: Instant): Position => ({
  ...position,
  funding: position.funding + amount,
  updatedAtMs: atMs,
  version: position.version + 1,
})

const open = (fill: Fill, { plan, origin, cause }: Opened): Position => ({
  positionId: fill.positionId,
  symbol: fill.symbol,
  direction: fill.side === 'BUY' ? 'LONG' : 'SHORT',
  status: 'OPEN',
  quantity: fill.quantity,
  cost: fill.value,
  entered: withFill(NOTHING, fill),
  exited: NOTHING,
  realizedPnl: 0n,
  feesPaid: fill.fee,
  funding: 0n,
  origin,
  ...(cause && { cause }),
  ...exploratoryLabel(fill),
  protection: {
    state: 'PLANNED',
    plan,
    stopOrderId: null,
    takeProfitOrderId: null,
    covered: lots(0),
    unprotectedSinceMs: fill.executedAtMs,
    verifiedAtMs: null,
  },
  openedAtMs: fill.executedAtMs,
  updatedAtMs: fill.executedAtMs,
  closedAtMs: null,
  version: 1,
})

const NOTHING: Traded = { quantity: lots(0), value: 0n }

const withFill = (traded: Traded, { quantity, value }: Traded): Traded => ({
  quantity: lots(traded.quantity + quantity),
  value: traded.value + value,
})

const touched = (position: Position, { fee, executedAtMs }: Fill): Position => ({
  ...position,
  feesPaid: position.feesPaid + fee,
  updatedAtMs: executedAtMs,
  version: position.version + 1,
})

const add = (position: Position, fill: Fill): Position => ({
  ...touched(position, fill),
  quantity: lots(position.quantity + fill.quantity),
  cost: position.cost + fill.value,
  entered: withFill(position.entered, fill),
})

const reduce = (position: Position, fill: Fill): Position => {
  const quantity = lots(position.quantity - fill.quantity)
  assert(quantity >= 0, `fill ${fill.fillId} must not exceed the position`)
  const released = fill.value - BigInt(directionSign(position)) * fill.realizedPnl
  const reduced: Position = {
    ...touched(position, fill),
    quantity,
    cost: position.cost - released,
    exited: withFill(position.exited, fill),
    realizedPnl: position.realizedPnl + fill.realizedPnl,
  }
  return quantity > 0 ? reduced : closed(reduced, fill.executedAtMs)
}

const closed = (position: Position, atMs: Instant): Position => ({
  ...position,
  status: 'CLOSED',
  closedAtMs: atMs,
  protection: { ...position.protection, state: 'CLOSED', covered: lots(0), unprotectedSinceMs: null },
})

/** Returns the average entry price of the open quantity, to eight digits; zero when flat. */
export const computeEntryPrice = (
  instrument: Instrument,
  { cost, quantity }: Pick<Position, 'cost' | 'quantity'>,
): Decimal => perUnit(instrument, cost, { quantity, rate: 1n, one: 1n })

/**
 * Returns the price at which closing the open quantity leaves the lifecycle without profit or loss, including realised
 * PnL, fees, funding and the taker fee of the closing order. To eight digits; zero when flat.
 */
export const computeBreakEvenPrice = (instrument: Instrument, position: Position, takerFeeRate: Decimal): Decimal => {
  const { cost, feesPaid, funding, realizedPnl, quantity } = position
  const sign = BigInt(directionSign(position))
  const one = 10n ** BigInt(takerFeeRate.scale)
  const needed = cost + sign * (feesPaid - funding - realizedPnl)
  return perUnit(instrument, needed, { quantity, rate: one - sign * takerFeeRate.units, one })
}

/** `value / (quantity · rate / one)`, in USDT per base unit. */
const perUnit = (
  { quantity: { step } }: Instrument,
  value: Money,
  { quantity, rate, one }: { readonly quantity: Lots; readonly rate: bigint; readonly one: bigint },
): Decimal => {
  if (quantity === 0) return { units: 0n, scale: MONEY_SCALE }
  const units = divideRounded(value * 10n ** BigInt(step.scale) * one, BigInt(quantity) * step.units * rate)
  return { units, scale: MONEY_SCALE }
}
