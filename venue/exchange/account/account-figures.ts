/** Valuation of the local exchange's account at current mark prices: per symbol, in sums, and in printed totals. */

import { type Money, printMoney } from '../../../server/domain/account/money.ts'
import type { Instrument, Ticks } from '../../../server/domain/market/instrument.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import type { AccountSnapshot, VenuePosition } from '../../../server/domain/order/venue-report.ts'
import type { ExchangeState } from '../exchange-state.ts'
import { readAccount } from './order-desk.ts'
import { getLeverage, type SymbolRisk, symbolRisk } from './risk-figures.ts'

/** Reads the account and values it at current mark prices. */
export const accountFigures = async (state: FiguresParts): Promise<AccountFigures> => {
  const snapshot = await readAccount(state.desk)
  return { snapshot, wallet: snapshot.walletBalance, symbols: computeFigures(state, snapshot.positions) }
}

/** Position and margin of one symbol at the mark price. */
export interface SymbolFigures extends SymbolRisk {
  readonly instrument: Instrument
  readonly mark: Ticks | undefined
  readonly leverage: number
  /** Position as published by the exchange; undefined if there is none. */
  readonly reported: VenuePosition | undefined
  readonly updatedAtMs: number
}

/** Account at one instant, as committed. */
export interface AccountFigures {
  readonly snapshot: AccountSnapshot
  readonly wallet: Money
  readonly symbols: readonly SymbolFigures[]
}

/** Inputs of the account figures. */
export type FiguresParts = Pick<ExchangeState, 'desk' | 'board' | 'book' | 'exchange'>

/** Returns every listed symbol at the mark price, with positions as published by the exchange. */
export const computeFigures = (
  { board, book, exchange }: FiguresParts,
  positions: Iterable<VenuePosition>,
): SymbolFigures[] => {
  const bySymbol = new Map([...positions].map((position) => [position.symbol, position]))
  return [...board.listings.values()].map(({ entry }) => {
    const { instrument } = entry
    const mark = getMarkTicks(entry)
    const leverage = getLeverage(exchange.leverages, instrument.symbol)
    const risk = symbolRisk(book, { instrument, mark, leverage, brackets: exchange.brackets(instrument.symbol) })
    const reported = bySymbol.get(instrument.symbol)
    const updatedAtMs = book.positions.get(instrument.symbol)?.updatedAtMs ?? 0
    return { ...risk, instrument, mark, leverage, reported, updatedAtMs }
  })
}

/** Returns the sums of the account: unrealised PnL, margins, and available balance. */
export const computeSums = ({ wallet, symbols }: Pick<AccountFigures, 'wallet' | 'symbols'>) => {
  const sum = (amount: (figures: SymbolFigures) => Money): Money => symbols.reduce((all, one) => all + amount(one), 0n)
  const unrealized = sum((one) => one.unrealized)
  const initial = sum((one) => one.initialMargin)
  const free = wallet + unrealized - initial
  return {
    unrealized,
    initial,
    maintenance: sum((one) => one.maintenance),
    positions: sum((one) => one.positionMargin),
    available: free > 0n ? free : 0n,
  }
}

/** Returns the totals under the field names of `account` and `balance`. */
export const computeTotals = (figures: AccountFigures) => {
  const { wallet } = figures
  const { unrealized, initial, maintenance, positions, available } = computeSums(figures)
  return {
    wallet: printMoney(wallet),
    unrealized: printMoney(unrealized),
    margin: printMoney(wallet + unrealized),
    maintenance: printMoney(maintenance),
    initial: printMoney(initial),
    positions: printMoney(positions),
    orders: printMoney(initial - positions),
    available: printMoney(available),
    withdrawable: printMoney(available < wallet ? available : wallet),
  }
}
