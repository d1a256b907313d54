/** Trading scopes: the symbols, intervals and strategies that autotrading may trade, and their lookup. */

import type { Interval } from '../market/interval.ts'
import type { ExecutionMode } from '../order/order.ts'

/** A trading scope: symbols, intervals and strategies that autotrading may trade; armed only on the host. */
export interface TradingBook {
  readonly bookId: string
  /** OFF: signals are generated and tracked, but not traded. */
  readonly mode: 'OFF' | ExecutionMode
  /** Null means every watched symbol. */
  readonly symbols: readonly string[] | null
  readonly intervals: readonly Interval[]
  /** Strategy IDs. */
  readonly strategies: readonly string[]
  /** True when paper trading includes candidates without an edge, labelled exploratory, to exercise the system. */
  readonly explores: boolean
  /** Symbols reserved for manual trading: their signals are generated and tracked, but produce no candidates. */
  readonly manualSymbols: readonly string[]
}

const holdsSymbol = ({ symbols }: TradingBook, symbol: string): boolean => symbols === null || symbols.includes(symbol)

/** Returns the first trading scope that covers a strategy on a symbol and interval, armed or not. */
export const bookFor = (
  books: readonly TradingBook[],
  wanted: { readonly symbol: string; readonly interval: Interval; readonly strategyId: string },
): TradingBook | undefined =>
  books.find(
    (book) =>
      holdsSymbol(book, wanted.symbol) &&
      book.intervals.includes(wanted.interval) &&
      book.strategies.includes(wanted.strategyId),
  )

/** Returns whether a trading scope armed for this mode includes the symbol. */
export const isArmed = (books: readonly TradingBook[], symbol: string, mode: ExecutionMode): boolean =>
  books.some((book) => book.mode === mode && holdsSymbol(book, symbol) && !book.manualSymbols.includes(symbol))

/** Returns whether every trading scope with the symbol reserves it for manual trading. */
export const isManual = (books: readonly TradingBook[], symbol: string): boolean => {
  const holding = books.filter((book) => holdsSymbol(book, symbol))
  return holding.length > 0 && holding.every(({ manualSymbols }) => manualSymbols.includes(symbol))
}
