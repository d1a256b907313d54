/** Values the account and its positions at current mark prices. */

import { type Decimal, decimal, divideRounded } from '../core/decimal.ts'
import { type Money, priceToMoney, toMoney, valueAt } from '../domain/account/money.ts'
import { maintenanceMargin } from '../domain/margin/brackets.ts'
import { unrealizedPnl } from '../domain/margin/liquidation.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { markIn } from '../domain/market/market.ts'
import { isConditional, type Order, remainingLots } from '../domain/order/order.ts'
import { computeEntryPrice } from '../domain/position/apply-fill.ts'
import { directionSign, type Position, signedQuantity } from '../domain/position/position.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import { getInstrument, type TradingReader } from './trading-reader.ts'

/**
 * Current value of an open position. Without a mark price it is valued at its entry, with an unrealised PnL of zero.
 */
export interface Valuation {
  readonly instrument: Instrument
  /** In 10^-8 USDT per unit of base currency. */
  readonly markPrice: Money
  readonly notional: Money
  readonly unrealizedPnl: Money
  readonly initialMargin: Money
  readonly maintenanceMargin: Money
  readonly leverage: Decimal
}

export const valuePosition = (reader: TradingReader, position: Position): Valuation => {
  const instrument = getInstrument(reader, position.symbol)
  const mark = markIn(reader.market, position.symbol)
  const notional = mark === undefined ? position.cost : valueAt(instrument, mark, position.quantity)
  const leverage = getLeverage(reader, position.symbol)
  return {
    instrument,
    markPrice: mark === undefined ? entryMoney(instrument, position) : priceToMoney(instrument, mark),
    notional,
    unrealizedPnl: mark === undefined ? 0n : unrealizedPnl(instrument, signedQuantity(position), position.cost, mark),
    initialMargin: overLeverage(notional, leverage),
    maintenanceMargin: maintenanceMargin(reader.brackets(position.symbol), notional),
    leverage,
  }
}

const entryMoney = (instrument: Instrument, position: Position): Money =>
  toMoney(computeEntryPrice(instrument, position))

/** Leverage reported by the exchange for the symbol, otherwise the configured one. */
const getLeverage = ({ venuePositions, constitution }: TradingReader, symbol: string): Decimal =>
  decimal(String(venuePositions().get(symbol)?.leverage ?? constitution.execution.leverage))

const overLeverage = (notional: Money, { units, scale }: Decimal): Money =>
  divideRounded(notional * 10n ** BigInt(scale), units)

/** Valuation of the whole account. */
export interface AccountValuation {
  readonly positions: readonly { readonly position: Position; readonly valuation: Valuation }[]
  readonly unrealizedPnl: Money
  readonly equity: Money
  readonly initialMargin: Money
  readonly maintenanceMargin: Money
}

export const valueAccount = (reader: TradingReader): AccountValuation => {
  const { positions: open, account } = reader.ledger()
  const positions = [...open.values()].map((position) => ({ position, valuation: valuePosition(reader, position) }))
  const total = (figure: (valuation: Valuation) => Money): Money =>
    positions.reduce((sum, { valuation }) => sum + figure(valuation), 0n)
  const unrealized = total((valuation) => valuation.unrealizedPnl)
  return {
    positions,
    unrealizedPnl: unrealized,
    equity: account.walletBalance + unrealized,
    initialMargin: computeInitialMargin(reader),
    maintenanceMargin: total((valuation) => valuation.maintenanceMargin),
  }
}

/** Sum over symbols of the larger margin: of its position with all bids filled, or with all offers filled. */
const computeInitialMargin = (reader: TradingReader): Money => {
  const { positions } = reader.ledger()
  const resting = restingBySymbol(reader)
  let sum = 0n
  for (const symbol of new Set([...positions.keys(), ...resting.keys()])) {
    const position = positions.get(symbol)
    const { bids = 0n, offers = 0n } = resting.get(symbol) ?? {}
    const held = position ? BigInt(directionSign(position)) * valuePosition(reader, position).notional : 0n
    const [long, short] = [absolute(held + bids), absolute(held - offers)]
    sum += overLeverage(long > short ? long : short, getLeverage(reader, symbol))
  }
  return sum
}

/**
 * Sums the cost of open orders that may increase a position, at their own prices; conditional orders require no margin.
 */
const restingBySymbol = (reader: TradingReader): Map<string, { bids: Money; offers: Money }> => {
  const resting = new Map<string, { bids: Money; offers: Money }>()
  for (const order of workingOrders(reader.ledger())) {
    const value = restingValue(reader, order)
    const { bids, offers } = resting.get(order.terms.symbol) ?? { bids: 0n, offers: 0n }
    const side = order.terms.side === 'BUY' ? { bids: bids + value, offers } : { bids, offers: offers + value }
    resting.set(order.terms.symbol, side)
  }
  return resting
}

const restingValue = (reader: TradingReader, order: Order): Money => {
  const { terms } = order
  return terms.reduceOnly || isConditional(terms) || terms.price === null
    ? 0n
    : valueAt(getInstrument(reader, terms.symbol), terms.price, remainingLots(order))
}

const absolute = (money: Money): Money => (money < 0n ? -money : money)
