/**
 * Risk of a symbol at the local exchange: notional, margins and open order values, the limits of leverage brackets, and
 * stored leverage settings.
 */

import { divideRounded, toFloat } from '../../../server/core/decimal.ts'
import { type Money, valueAt } from '../../../server/domain/account/money.ts'
import { type Bracket, maintenanceMargin } from '../../../server/domain/margin/brackets.ts'
import { unrealizedPnl } from '../../../server/domain/margin/liquidation.ts'
import { type Instrument, lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import { type AccountBook, isInMarket, openOrders, positionIn } from './account-book.ts'

/** Returns the risk of one symbol, computed as the emulated exchange does, from committed state. */
export const symbolRisk = (book: AccountBook, parts: RiskParts): SymbolRisk => {
  const { instrument, mark, leverage, brackets } = parts
  const { quantity, cost } = positionIn(book, instrument.symbol)
  const size = mark === undefined ? cost : valueAt(instrument, mark, lots(Math.abs(quantity)))
  const notional = quantity < 0 ? -size : size
  const bids = restingValue(book, 'BUY', parts)
  const asks = restingValue(book, 'SELL', parts)
  const worst = [size, absolute(notional + bids), absolute(notional - asks)].reduce((a, b) => (a > b ? a : b))
  return {
    quantity,
    cost,
    notional,
    unrealized: mark === undefined ? 0n : unrealizedPnl(instrument, quantity, cost, mark),
    bids,
    asks,
    positionMargin: divideRounded(size, BigInt(leverage)),
    initialMargin: divideRounded(worst, BigInt(leverage)),
    maintenance: quantity === 0 ? 0n : maintenanceMargin(brackets, size),
  }
}

/** Risk of the position and orders of one symbol for the account, at the mark price. */
export interface SymbolRisk {
  readonly quantity: number
  readonly cost: Money
  /** Notional value, with the sign of the position. */
  readonly notional: Money
  readonly unrealized: Money
  readonly bids: Money
  readonly asks: Money
  readonly positionMargin: Money
  /** Initial margin, including that of open orders. */
  readonly initialMargin: Money
  readonly maintenance: Money
}

/** Inputs for the valuation of a symbol. */
export interface RiskParts {
  readonly instrument: Instrument
  readonly mark: Ticks | undefined
  readonly leverage: number
  readonly brackets: readonly Bracket[]
}

const absolute = (money: Money): Money => (money < 0n ? -money : money)

/** Returns the value of the open orders of one side in the market; reduce-only orders count as zero. */
const restingValue = (book: AccountBook, side: Side, { instrument, mark }: RiskParts): Money =>
  openOrders(book, instrument.symbol)
    .filter((order) => order.record.side === side && isInMarket(order) && !order.record.reduceOnly)
    .filter((order) => !order.record.closePosition)
    .reduce((sum, { record, filled }) => {
      const requestedPrice = record.price ?? mark ?? ticks(0)
      const price = side === 'SELL' && mark !== undefined && requestedPrice < mark ? mark : requestedPrice
      return sum + valueAt(instrument, price, lots(record.quantity - filled))
    }, 0n)

/** Returns the maximum leverage of a bracket, limited to `most`. */
export const bracketLeverage = ({ rate }: Bracket, most: number | null): number => {
  const allowed = Math.max(1, Math.floor(1 / (2 * toFloat(rate))))
  return most === null ? allowed : Math.min(allowed, most)
}

/** Returns the maximum notional at a leverage; null without a limit. */
export const maxNotionalAt = (brackets: readonly Bracket[], leverage: number): Money | null => {
  const allowed = brackets.filter((bracket) => bracketLeverage(bracket, null) >= leverage)
  return allowed.at(-1)?.cap ?? null
}

/** Default leverage of a symbol. */
const LEVERAGE = 20

const PREFIX = 'leverage '

/** Returns the leverage set for a symbol, or the default. */
export const getLeverage = (leverages: ReadonlyMap<string, number>, symbol: string): number =>
  leverages.get(symbol) ?? LEVERAGE

/** Returns the settings key of a symbol's leverage. */
export const leverageSetting = (symbol: string): string => `${PREFIX}${symbol}`

/** Returns the stored leverages by symbol. */
export const readLeverages = (settings: ReadonlyMap<string, string>): Map<string, number> =>
  new Map(
    [...settings]
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), Number(value)]),
  )
