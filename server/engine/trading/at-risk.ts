import { type Money, valueAt } from '../../domain/account/money.ts'
import { liquidationPrice } from '../../domain/margin/liquidation.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../../domain/market/instrument.ts'
import { getMarkTicks } from '../../domain/market/market.ts'
import { type Order, oppositeSide, remainingLots, type Side } from '../../domain/order/order.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import { farthest, presentLosses, readExitRates, withSlippage } from '../../domain/risk/loss-at-stop.ts'
import type { AtRisk, PositionStake, WorkingStake } from '../../domain/risk/risk-view.ts'
import { worstPrice } from '../../domain/risk/worst-exposure.ts'
import { type Ledger, workingOrders } from '../state/ledger.ts'
import type { EngineState, Rules } from '../state/turn.ts'
import { stopAt } from './collar.ts'
import { otherMaintenance } from './exposure.ts'

/** Returns the loss the account can suffer at its stops, from the view of one symbol. */
export const computeAtRisk = (state: Risked, symbol: string, working = workingOrders(state.ledger)): AtRisk => {
  let otherSymbols: Money | null = 0n
  for (const other of symbolsAtRisk(state.ledger, working)) {
    const loss = other === symbol ? 0n : worstLoss(state, other, working)
    otherSymbols = otherSymbols === null || loss === null ? null : otherSymbols + loss
  }
  const hourlyRange = state.market.instruments.get(symbol)?.day.hourlyRange() ?? null
  return { ...readStakes(state, symbol, working), otherSymbols, hourlyRange }
}

/** The parts of the engine state that the calculation needs. */
type Risked = Pick<EngineState, 'ledger' | 'market' | 'rules'>

const symbolsAtRisk = ({ positions }: Ledger, working: readonly Order[]): ReadonlySet<string> =>
  new Set([...positions.keys(), ...working.filter(isIncreasing).map(({ terms }) => terms.symbol)])

const isIncreasing = ({ terms }: Order): boolean => !terms.reduceOnly

const worstLoss = (state: Risked, symbol: string, working: readonly Order[]): Money | null => {
  const instrument = state.market.instruments.get(symbol)?.instrument
  if (!instrument) return null
  const atRisk = { ...readStakes(state, symbol, working), otherSymbols: 0n, hourlyRange: null }
  return presentLosses({ atRisk, instrument, constitution: state.rules.constitution })?.all ?? null
}

const readStakes = (state: Risked, symbol: string, working: readonly Order[]): Pick<AtRisk, 'position' | 'working'> => {
  const increasing = working.filter((order) => order.terms.symbol === symbol && isIncreasing(order))
  const position = state.ledger.positions.get(symbol)
  return {
    position: position ? positionStake(position) : null,
    working: { BUY: workingStake(state, increasing, 'BUY'), SELL: workingStake(state, increasing, 'SELL') },
  }
}

export const positionStake = (position: Position): PositionStake => ({
  side: oppositeSide(closingSide(position)),
  quantity: position.quantity,
  cost: position.cost,
  stop: position.protection.plan.stopLoss.price,
})

const workingStake = (state: Risked, increasing: readonly Order[], side: Side): WorkingStake => {
  const sized = increasing.flatMap((order) => sizeOrder(state, order, side) ?? [])
  return {
    quantity: lots(sized.reduce((sum, { quantity }) => sum + quantity, 0)),
    cost: sized.reduce((sum, { cost }) => sum + cost, 0n),
    stop: farthest(
      side,
      sized.map(({ stop }) => stop),
    ),
    ownStop: farthest(
      side,
      sized.map(({ stop, isOwn }) => (isOwn ? stop : null)),
    ),
  }
}

interface Sized {
  readonly quantity: Lots
  readonly cost: Money
  readonly stop: Ticks
  readonly isOwn: boolean
}

/** Sizes an order at its worst price. An external order has no plan; its fill would get the default stop. */
const sizeOrder = ({ market, rules }: Risked, order: Order, side: Side): Sized | undefined => {
  if (order.terms.side !== side) return undefined
  const entry = market.instruments.get(order.terms.symbol)
  const price = entry && worstPrice(order.terms, { mark: getMarkTicks(entry) ?? null })
  if (!entry || price == null) return undefined
  const { constitution } = rules
  const stop = order.plan?.stopLoss.price ?? stopAt(price, side, constitution.protection.defaultStopBps)
  return {
    quantity: remainingLots(order),
    cost: computeCost(entry.instrument, order, { price, rates: readExitRates(constitution) }),
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
