/**
 * Computes the loss of a position, and of all positions, when they are closed at their stops, with or without a
 * candidate filled.
 */

import { type Decimal, decimal } from '../../core/decimal.ts'
import { applyRate, type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import { type Candidate, oppositeSide, type Side, sideSign } from '../order/order.ts'
import type { Constitution } from './constitution.ts'
import type { AtRisk, RiskView } from './risk-view.ts'
import { worstPrice } from './worst-exposure.ts'

/**
 * Loss when the whole stake is closed at its stop, in USDT of 10⁻⁸, exact up to the rounding of each fee:
 *
 *     exit = stop · quantity
 *     loss = d · (cost − exit) + exit · (fee + slippage) + unfilledCost · fee        d = +1 long, −1 short
 *
 * Negative when the stop secures a profit; zero for an empty stake; null when the stop is not known.
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

/** Worst-case position on one side of a symbol: the open quantity and what may still be filled, behind one stop. */
export interface Stake {
  readonly side: Side
  readonly quantity: Lots
  /** Σ price · quantity, each order at its worst price. */
  readonly cost: Money
  /** The part of the cost that is not filled yet and still pays its entry fee. */
  readonly unfilledCost: Money
  readonly stop: Ticks | null
}

/** Rates of the constitution that a loss at a stop includes. */
export interface ExitRates {
  readonly fee: Decimal
  readonly slippage: Decimal
}

/** Inputs from which the risk gates compute a loss; a risk view provides them. */
export type LossInputs = Pick<RiskView, 'atRisk' | 'instrument' | 'constitution' | 'mark'>

const exitRates = new WeakMap<Constitution, ExitRates>()

/** Each text is parsed once. */
export const readExitRates = (constitution: Constitution): ExitRates => {
  const known = exitRates.get(constitution)
  if (known) return known
  const { takerFeeRate, stopSlippageRate } = constitution.execution
  const rates = { fee: decimal(takerFeeRate), slippage: decimal(stopSlippageRate) }
  exitRates.set(constitution, rates)
  return rates
}

/**
 * Present stake of one side: the open position with every working order of that side filled, protected by the farthest
 * stop that may become active. Orders without a stop of their own inherit that of the position.
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
 * The stake of the candidate's side with the candidate filled at its worst price. Its stop is the candidate's, unless
 * a working order may put a farther one in its place. Null while the price is not known.
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
 * Returns the lots a candidate may add to its side. An immediate order first reduces the open position; one that can
 * rest adds in full, as that position may end before it fills.
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

/** Losses at the stops at worst: of one symbol, and of all symbols together. USDT. */
export interface Losses {
  readonly position: Money
  readonly all: Money
}

/** Returns the present losses, without another order. Null when one of the stops is not known. */
export const presentLosses = (view: Omit<LossInputs, 'mark'>): Losses | null =>
  computeLosses(view, presentStake(view.atRisk, 'BUY'), presentStake(view.atRisk, 'SELL'))

/** The losses with the candidate filled at its worst price. Null when price or stop is not known. */
export const lossesAfter = (candidate: Candidate, view: LossInputs): Losses | null => {
  const after = stakeAfter(candidate, view)
  return after && computeLosses(view, after, presentStake(view.atRisk, oppositeSide(after.side)))
}

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

/** The stop of the two that loses more for who entered with `side`; null when there is none. */
export const farther = (side: Side, first: Ticks | null, second: Ticks | null): Ticks | null => {
  if (first === null || second === null) return first ?? second
  return first < second === (side === 'BUY') ? first : second
}

/** Returns whether a loss is at most `percent` of the equity, compared exactly: loss · 100 ≤ equity · percent. */
export const isWithinShare = (loss: Money, equity: Money, percent: Decimal): boolean =>
  loss <= 0n || (equity > 0n && loss * 100n * 10n ** BigInt(percent.scale) <= equity * percent.units)
