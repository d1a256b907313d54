/**
 * Computes the loss of a position, and of all positions, when they are closed at their stops, with or without a
 * candidate filled.
 */

import { type Decimal, decimal, powerOfTen } from '../../core/decimal.ts'
import { applyRate, type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import { type Candidate, oppositeSide, type Side, sideSign } from '../order/order.ts'
import type { Constitution } from './constitution.ts'
import type { AtRisk, RiskView } from './risk-view.ts'
import { worstPrice } from './worst-exposure.ts'

/**
 * Loss when the whole stake is closed at its stop, in units of 10⁻⁸ USDT, exact up to the rounding of each fee:
 *
 *     exit = stop · quantity
 *     loss = d · (cost − exit) + exit · (fee + slippage) + unfilledCost · fee        d = +1 long, −1 short
 *
 * Negative when the stop secures a profit; zero for an empty stake; null when the stop is unknown.
 */
const lossAtStop = (instrument: Instrument, stake: Stake, { fee, slippage }: ExitRates): Money | null => {
  const { side, quantity, cost, unfilledCost, stop } = stake
  if (quantity === 0) return 0n
  if (stop === null || !Number.isSafeInteger(stop) || !Number.isSafeInteger(quantity)) return null
  const exit = valueAt(instrument, stop, quantity)
  return (
    BigInt(sideSign(side)) * (cost - exit) +
    applyRate(exit, fee) +
    applyRate(exit, slippage) +
    applyRate(unfilledCost, fee)
  )
}

/**
 * Worst-case position on one side of a symbol: the open quantity and the quantity that may still be filled, protected
 * by one stop.
 */
export interface Stake {
  readonly side: Side
  readonly quantity: Lots
  /** Σ price · quantity, with each order at its worst price. */
  readonly cost: Money
  /** Part of the cost that is not yet filled and still incurs an entry fee. */
  readonly unfilledCost: Money
  readonly stop: Ticks | null
}

/** Rates from the constitution that are included in a loss at a stop. */
export interface ExitRates {
  readonly fee: Decimal
  readonly slippage: Decimal
}

/** Inputs from which the risk gates compute a loss; a risk view provides them. */
export type LossInputs = Pick<RiskView, 'atRisk' | 'instrument' | 'constitution' | 'mark'>

const exitRates = new WeakMap<Constitution, ExitRates>()

/** Parses each string once. */
export const readExitRates = (constitution: Constitution): ExitRates => {
  const known = exitRates.get(constitution)
  if (known) return known
  const { takerFeeRate, stopSlippageRate } = constitution.execution
  const rates = { fee: decimal(takerFeeRate), slippage: decimal(stopSlippageRate) }
  exitRates.set(constitution, rates)
  return rates
}

/**
 * Returns the current stake of one side: the open position with every working order of that side filled, protected by
 * the farthest stop that may become active. Orders without their own stop inherit the position's stop.
 */
const presentStake = ({ position, working }: AtRisk, side: Side): Stake => {
  const open = position?.side === side ? position : null
  const more = working[side]
  return {
    side,
    quantity: lots((open?.quantity ?? 0) + more.quantity),
    cost: (open?.cost ?? 0n) + more.cost,
    unfilledCost: more.cost,
    stop: open ? farther(side, open.stop, more.ownStop) : more.stop,
  }
}

/**
 * Returns the stake of the candidate's side with the candidate filled at its worst price. The candidate's stop applies,
 * unless a working order may replace it with a farther one. Null while the price is unknown.
 */
export const stakeAfter = ({ terms, plan }: Candidate, view: LossInputs): Stake | null => {
  const { atRisk, instrument } = view
  const price = worstPrice(terms, view)
  const quantity = addedBy(terms, atRisk)
  if (price === null || !Number.isSafeInteger(price) || !Number.isSafeInteger(quantity)) return null
  const { side } = terms
  const present = presentStake(atRisk, side)
  const { stop, ownStop } = atRisk.working[side]
  const value = valueAt(instrument, price, lots(quantity))
  const cost = terms.trigger ? withSlippage(value, side, readExitRates(view.constitution)) : value
  const others = atRisk.position?.side === side ? ownStop : stop
  return {
    side,
    quantity: lots(present.quantity + quantity),
    cost: present.cost + cost,
    unfilledCost: present.unfilledCost + cost,
    stop: plan && farther(side, plan.stopLoss.price, others),
  }
}

/** Adds the slippage of a conditional order that fills beyond its trigger. */
export const withSlippage = (value: Money, side: Side, { slippage }: ExitRates): Money =>
  value + BigInt(sideSign(side)) * applyRate(value, slippage)

/**
 * Returns the lots a candidate may add to its side. An immediate order first reduces the open position; a resting order
 * counts in full, because the position may be closed before it fills.
 */
export const addedBy = (
  { side, type, quantity, timeInForce, reduceOnly }: Candidate['terms'],
  { position, working }: AtRisk,
): number => {
  if (reduceOnly) return 0
  const opposite = position?.side === oppositeSide(side) ? position.quantity : 0
  const isImmediate = (type === 'LIMIT' || type === 'MARKET') && (timeInForce === 'IOC' || timeInForce === 'FOK')
  return isImmediate ? Math.max(0, quantity - Math.max(0, opposite - working[side].quantity)) : quantity
}

/** Worst-case losses at the stops in USDT, for one symbol and for all symbols together. */
export interface Losses {
  readonly position: Money
  readonly all: Money
}

/** Returns the current losses without another order. Null when any stop is unknown. */
export const presentLosses = (view: Omit<LossInputs, 'mark'>): Losses | null =>
  computeLosses(view, presentStake(view.atRisk, 'BUY'), presentStake(view.atRisk, 'SELL'))

/** Returns the losses with the candidate filled at its worst price. Null when its price or stop is unknown. */
export const lossesAfter = (candidate: Candidate, view: LossInputs): Losses | null => {
  if (newest?.candidate === candidate && newest.view === view) return newest.losses
  const after = stakeAfter(candidate, view)
  const losses = after && computeLosses(view, after, presentStake(view.atRisk, oppositeSide(after.side)))
  newest = { candidate, view, losses }
  return losses
}

/** Newest losses after a candidate, which two gates and the description of its effect need. */
let newest: { readonly candidate: Candidate; readonly view: LossInputs; readonly losses: Losses | null } | undefined

/** A symbol is long or short, never both: the worse of its two sides counts. A secured profit offsets no other loss. */
const computeLosses = (
  { atRisk, instrument, constitution }: Omit<LossInputs, 'mark'>,
  ...sides: readonly [Stake, Stake]
): Losses | null => {
  const rates = readExitRates(constitution)
  const [one, other] = sides.map((stake) => lossAtStop(instrument, stake, rates))
  if (one == null || other == null || atRisk.otherSymbols === null) return null
  const position = one > other ? one : other
  return { position, all: atRisk.otherSymbols + (position > 0n ? position : 0n) }
}

/** Returns the stop with the larger loss for a position entered with `side`; null when there is none. */
export const farther = (side: Side, first: Ticks | null, second: Ticks | null): Ticks | null => {
  if (first === null || second === null) return first ?? second
  return first < second === (side === 'BUY') ? first : second
}

/** Returns whether a loss is at most `percent` of the equity, compared exactly: loss · 100 ≤ equity · percent. */
export const isWithinShare = (loss: Money, equity: Money, percent: Decimal): boolean =>
  loss <= 0n || (equity > 0n && loss * 100n * powerOfTen(percent.scale) <= equity * percent.units)
