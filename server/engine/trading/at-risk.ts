/**
 * Losses at the stops of one symbol or of all symbols, and liquidation prices, computed from the state of the engine.
 */

import { type Money, valueAt } from '../../domain/account/money.ts'
import { liquidationPrice } from '../../domain/margin/liquidation.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../../domain/market/instrument.ts'
import { getMarkTicks } from '../../domain/market/market.ts'
import { type Order, oppositeSide, remainingLots, type Side } from '../../domain/order/order.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { farther, type Losses, presentLosses, readExitRates, withSlippage } from '../../domain/risk/loss-at-stop.ts'
import type { AtRisk, PositionStake, WorkingStake } from '../../domain/risk/risk-view.ts'
import { worstPrice } from '../../domain/risk/worst-exposure.ts'
import { type Ledger, workingOrders } from '../state/ledger.ts'
import type { EngineState, Rules } from '../state/turn.ts'
import { stopAt } from './collar.ts'
import { otherMaintenance } from './exposure.ts'

/** Returns the inputs for the losses at the stops, with one symbol in detail. */
export const computeAtRisk = (state: Risked, symbol: string, working = workingOrders(state.ledger)): AtRisk => {
  const hourlyRange = state.market.instruments.get(symbol)?.day.hourlyRange() ?? null
  return { ...readStakes(state, symbol, working), otherSymbols: sumWorstLosses(state, working, symbol), hourlyRange }
}

/** Sums the worst-case losses at the stops of all symbols, except one if given; null while any of them is unknown. */
export const sumWorstLosses = (state: Risked, working: readonly Order[], except: string | null): Money | null => {
  let sum: Money | null = 0n
  for (const symbol of symbolsAtRisk(state.ledger, working)) {
    const loss: Money | null = symbol === except ? 0n : (findLosses(state, symbol, working)?.all ?? null)
    sum = sum === null || loss === null ? null : sum + loss
  }
  return sum
}

/** The parts of the engine state that the calculation needs. */
type Risked = Pick<EngineState, 'ledger' | 'market' | 'rules'>

const symbolsAtRisk = ({ positions }: Ledger, working: readonly Order[]): ReadonlySet<string> => {
  const symbols = new Set(positions.keys())
  for (const order of working) if (isIncreasing(order)) symbols.add(order.terms.symbol)
  return symbols
}

const isIncreasing = ({ terms }: Order): boolean => !terms.reduceOnly

/** Returns the losses of one symbol with these orders filled; null while its market is unknown. */
export const findLosses = (state: Risked, symbol: string, working: readonly Order[]): Losses | null => {
  const instrument = state.market.instruments.get(symbol)?.instrument
  if (!instrument) return null
  const atRisk = { ...readStakes(state, symbol, working), otherSymbols: 0n, hourlyRange: null }
  return presentLosses({ atRisk, instrument, constitution: state.rules.constitution })
}

const readStakes = (state: Risked, symbol: string, working: readonly Order[]): Pick<AtRisk, 'position' | 'working'> => {
  const position = state.ledger.positions.get(symbol)
  const stakes = { BUY: { ...NO_WORKING_STAKE }, SELL: { ...NO_WORKING_STAKE } }
  for (const order of working) {
    const { side } = order.terms
    const sized = order.terms.symbol === symbol && isIncreasing(order) ? sizeOrder(state, order) : undefined
    if (sized) addOrder(stakes[side], side, sized)
  }
  return { position: position ? positionStake(position) : null, working: stakes }
}

export const positionStake = (position: Position): PositionStake => ({
  side: oppositeSide(closingSide(position)),
  quantity: position.quantity,
  cost: position.cost,
  stop: position.protection.plan.stopLoss.price,
})

const NO_WORKING_STAKE: WorkingStake = { quantity: lots(0), cost: 0n, stop: null, ownStop: null }

const addOrder = (stake: Summed, side: Side, { quantity, cost, stop, isOwn }: Sized): void => {
  stake.quantity = lots(stake.quantity + quantity)
  stake.cost += cost
  stake.stop = farther(side, stake.stop, stop)
  if (isOwn) stake.ownStop = farther(side, stake.ownStop, stop)
}

type Summed = { -readonly [Name in keyof WorkingStake]: WorkingStake[Name] }

interface Sized {
  readonly quantity: Lots
  readonly cost: Money
  readonly stop: Ticks
  readonly isOwn: boolean
}

/** Sizes an order at its worst price. */
const sizeOrder = ({ market, rules }: Risked, order: Order): Sized | undefined => {
  const entry = market.instruments.get(order.terms.symbol)
  const price = entry && worstPrice(order.terms, { mark: getMarkTicks(entry) ?? null })
  if (!entry || price == null) return undefined
  const { instrument } = entry
  const { constitution } = rules
  const known = sizes.get(order)
  if (known?.price === price && known.instrument === instrument && known.constitution === constitution) {
    return known.sized
  }
  const sized = sizeAt(order, { price, instrument, constitution })
  if (sizes.size >= SIZES_MAX) sizes.clear()
  sizes.set(order, { price, instrument, constitution, sized })
  return sized
}

interface SizedBy {
  readonly price: Ticks
  readonly instrument: Instrument
  readonly constitution: Constitution
}

/** Cached sizes of working orders, which are read for every order decided meanwhile. */
const sizes = new Map<Order, SizedBy & { readonly sized: Sized }>()

const SIZES_MAX = 1_000

/** An external order has no plan; its fill would receive the default stop. */
const sizeAt = (order: Order, { price, instrument, constitution }: SizedBy): Sized => {
  const { side } = order.terms
  const stop = order.plan?.stopLoss.price ?? stopAt(price, side, constitution.protection.defaultStopBps)
  return {
    quantity: remainingLots(order),
    cost: computeCost(instrument, order, { price, rates: readExitRates(constitution) }),
    stop,
    isOwn: order.plan !== null && !order.plan.stopIsDefault,
  }
}

const computeCost = (
  instrument: Instrument,
  order: Order,
  { price, rates }: { readonly price: Ticks; readonly rates: ReturnType<typeof readExitRates> },
): Money => {
  const value = valueAt(instrument, price, remainingLots(order))
  return order.terms.trigger ? withSlippage(value, order.terms.side, rates) : value
}

/** The parts of the engine state that the calculation needs. */
type Books = Pick<EngineState, 'ledger' | 'market'> & { readonly rules: Pick<Rules, 'brackets'> }

/** Returns the liquidation price of a position of this signed quantity and cost, with the others unchanged. */
export const liquidationAt = (
  books: Books,
  instrument: Instrument,
  position: { readonly quantity: number; readonly cost: Money },
): Money | null => {
  const { ledger, rules } = books
  const others = otherMaintenance(books, rules.brackets, instrument.symbol)
  return liquidationPrice({
    instrument,
    brackets: rules.brackets(instrument.symbol),
    ...position,
    walletBalance: ledger.account.walletBalance,
    otherMaintenance: others.maintenance,
    otherUnrealized: others.unrealized,
  })
}
