/** Trading books: the symbols, intervals and strategies that autotrading may trade, and their lookup. */

import type { Interval } from '../market/interval.ts'
import type { ExecutionMode } from '../order/order.ts'

/** Symbols and settings that autotrading may trade; only the host arms it. */
export interface TradingBook {
  readonly bookId: string
  /** OFF: its signals are made and followed, and nothing is traded on them. */
  readonly mode: 'OFF' | ExecutionMode
  /** Null is every watched symbol. */
  readonly symbols: readonly string[] | null
  readonly intervals: readonly Interval[]
  /** Ids of strategies. */
  readonly strategies: readonly string[]
  /** True when, on paper, candidates without an edge are traded too, to exercise the system; labelled exploratory. */
  readonly explores: boolean
  /** Left to manual trading: their signals are made and followed, and become no candidates. */
  readonly manualSymbols: readonly string[]
}

const holdsSymbol = ({ symbols }: TradingBook, symbol: string): boolean => symbols === null || symbols.includes(symbol)

/** The first book that would trade a strategy on a symbol and interval, armed or not. */
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

/** Returns whether a trading book armed for this mode trades the symbol. */
export const isArmed = (books: readonly TradingBook[], symbol: string, mode: ExecutionMode): boolean =>
  books.some((book) => book.mode === mode && holdsSymbol(book, symbol) && !book.manualSymbols.includes(symbol))

/** Returns whether every trading book with the symbol leaves it to manual trading. */
export const isManual = (books: readonly TradingBook[], symbol: string): boolean => {
  const holding = books.filter((book) => holdsSymbol(book, symbol))
  return holding.length > 0 && holding.every(({ manualSymbols }) => manualSymbols.includes(symbol))
}
