/**
 * Limits of stops: whether a stop may move farther away, whether it is too far to protect, and the protection plan of
 * an order.
 */

import { err, ok, type Result } from '../../core/result.ts'
import { printMoney } from '../../domain/account/money.ts'
import { type Ticks, ticks } from '../../domain/market/instrument.ts'
import { markIn } from '../../domain/market/market.ts'
import { oppositeSide, type ProtectionPlan, type Side, type Trigger } from '../../domain/order/order.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { decimalLimit } from '../../domain/risk/limits.ts'
import { isWithinShare, type Losses, presentLosses } from '../../domain/risk/loss-at-stop.ts'
import { averageTicks, isStopTooFar, maxStopDistancePct, stopDistancePct } from '../../domain/risk/stop-distance.ts'
import type { CommandRefusal } from '../model/events.ts'
import type { EngineState } from '../state/turn.ts'
import { computeAtRisk, positionStake } from './at-risk.ts'
import { stopAt } from './collar.ts'
import { computeEquity } from './exposure.ts'

/**
 * Returns the reason why a stop farther away than the current one is refused, as a sentence; undefined when it is
 * allowed. A nearer stop is always allowed. The limits are the same as for orders: distance, loss of the position, and
 * loss of all positions.
 */
export const wideningFault = (state: Limited, position: Position, stop: Ticks): string | undefined => {
  if (!isLosingSide(stop, position.protection.plan.stopLoss.price, entrySide(position))) return undefined
  const instrument = state.market.instruments.get(position.symbol)?.instrument
  const equity = computeEquity(state)
  if (!instrument || equity === null)
    return 'The account or the price of a position has not been received yet, so a stop cannot be moved farther away.'
  const { constitution } = state.rules
  const atRisk = computeAtRisk(state, position.symbol)
  const stake = { ...positionStake(position), stop }
  const distance = stopDistancePct(instrument, stake) ?? 0
  const farthest = maxStopDistancePct(constitution, {
    hourlyRange: atRisk.hourlyRange,
    entry: averageTicks(instrument, stake),
  })
  if (farthest === null || distance > farthest) {
    return `The stop would be ${distance.toFixed(2)}% from the entry price; at most ${farthest?.toFixed(2) ?? 'no configured'}% counts as protection.`
  }
  const losses = presentLosses({ atRisk: { ...atRisk, position: stake }, instrument, constitution })
  return losses ? lossFault(losses, equity, constitution) : 'The loss at the stops is not known yet.'
}

type Limited = Pick<EngineState, 'ledger' | 'market' | 'rules'>

/** Returns the side of the entry. */
const entrySide = (position: Position) => oppositeSide(closingSide(position))

const lossFault = (losses: Losses, equity: bigint, constitution: Constitution): string | undefined => {
  const checks = [
    ['the whole position at this stop', losses.position, decimalLimit(constitution, 'maxPositionLossPct')],
    ['all positions at their stops', losses.all, decimalLimit(constitution, 'maxTotalLossPct')],
  ] as const
  const failing = checks.find(([, loss, limit]) => limit === null || !isWithinShare(loss, equity, limit))
  if (!failing) return undefined
  const [what, loss, limit] = failing
  const percent =
    equity > 0n ? `${((Number(loss) / Number(equity)) * 100).toFixed(2)}% of the equity` : 'all the equity'
  const allowed = limit ? `${Number(limit.units) / 10 ** limit.scale}%` : 'no configured limit'
  return `The loss of ${what}, ${printMoney(loss).replace(/\d{6}$/, '')} USDT, would be ${percent}; the limit is ${allowed}.`
}

/** Returns whether the stop at a price is too far away to protect a position. */
export const isTooFarFor = ({ market, rules }: Limited, position: Position, stop: Ticks): boolean => {
  const instrument = market.instruments.get(position.symbol)?.instrument
  if (!instrument) return false
  const entered = { ...positionStake(position), stop }
  return isStopTooFar(rules.constitution, instrument, entered, markIn(market, position.symbol) ?? null)
}

/**
 * Returns the price a default stop is measured from: the nearer of entry and mark price, so that it does not trigger
 * immediately.
 */
export const stopReference = ({ market }: Limited, position: Position): Ticks => {
  const instrument = market.instruments.get(position.symbol)?.instrument
  const mark = markIn(market, position.symbol)
  const entry = instrument ? Math.round(averageTicks(instrument, position)) : (mark ?? 0)
  const nearer = position.direction === 'LONG' ? Math.min : Math.max
  return ticks(mark === undefined ? entry : nearer(entry, mark))
}

/** Returns the default stop, for an order that has none. */
export const defaultPlan = (price: Ticks, side: Side, constitution: Constitution): ProtectionPlan => ({
  stopLoss: { price: stopAt(price, side, constitution.protection.defaultStopBps), by: 'MARK' },
  takeProfit: null,
  stopIsDefault: true,
})

interface RequestedProtection {
  readonly stopLoss: Trigger | null
  readonly takeProfit: Trigger | null
}

/** Returns whether `a` is on the losing side of `b` for an entry with `side`. */
export const isLosingSide = (a: Ticks, b: Ticks, side: Side): boolean => (side === 'BUY' ? a < b : a > b)

interface Entry {
  readonly price: Ticks
  readonly side: Side
  readonly constitution: Constitution
  /** Stop of the position to which the order adds. */
  readonly standing: Trigger | null
}

/**
 * Returns the protection plan of a position entered with `side` at about `price`; refused when a price is on the wrong
 * side. An order without a stop keeps the current stop, or receives the default.
 */
export const createPlan = (
  { stopLoss, takeProfit }: RequestedProtection,
  { price, side, constitution, standing }: Entry,
): Result<ProtectionPlan, CommandRefusal> => {
  if (stopLoss && !isLosingSide(stopLoss.price, price, side)) {
    return invalid('/stopLoss/triggerPrice', `must be ${side === 'BUY' ? 'below' : 'above'} the price of the order`)
  }
  if (takeProfit && (takeProfit.price === price || isLosingSide(takeProfit.price, price, side))) {
    return invalid('/takeProfit/triggerPrice', `must be ${side === 'BUY' ? 'above' : 'below'} the price of the order`)
  }
  if (stopLoss) return ok({ stopLoss, takeProfit, stopIsDefault: false })
  const plan = defaultPlan(price, side, constitution)
  const keeps = standing !== null && isLosingSide(standing.price, price, side)
  return ok({ ...plan, takeProfit, ...(keeps && { stopLoss: standing }) })
}

const invalid = (pointer: string, detail: string): Result<never, CommandRefusal> =>
  err({ kind: 'invalid', pointer, detail })
