/** Leverage of instruments at the local exchange: changes, limits, and the check of orders against them. */

import { valueAt } from '../../../server/domain/account/money.ts'
import { type Instrument, lots } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import type { ExchangeState } from '../exchange-state.ts'
import { positionIn } from './account-book.ts'
import { accountFigures, type FiguresParts } from './account-figures.ts'
import { bracketLeverage, getLeverage, leverageSetting, maxNotionalAt, symbolRisk } from './risk-figures.ts'
import type { WireOrderTerms } from './wire-record.ts'

/** Sets the leverage of an instrument, if it is allowed and the required margin is available. */
export const changeLeverage = async (
  parts: FiguresParts,
  instrument: Instrument,
  leverage: number,
): Promise<LeverageChange> => {
  const { exchange } = parts
  const { symbol } = instrument
  if (leverage < 1 || leverage > mostLeverage(exchange, instrument)) return 'notAllowed'
  if (!(await hasMargin(parts, symbol, leverage))) return 'noMargin'
  if (leverage === getLeverage(exchange.leverages, symbol)) return 'unchanged'
  exchange.store.putSetting(leverageSetting(symbol), String(leverage))
  exchange.leverages.set(symbol, leverage)
  return 'changed'
}

/** Outcome of a leverage change. */
export type LeverageChange = 'changed' | 'unchanged' | 'notAllowed' | 'noMargin'

/** Returns the maximum leverage of an instrument. */
export const mostLeverage = ({ brackets }: ExchangeState['exchange'], instrument: Instrument): number => {
  const [first] = brackets(instrument.symbol)
  return first ? bracketLeverage(first, instrument.maxLeverage) : 1
}

/** Returns whether the margin that a lower leverage requires is available. */
const hasMargin = async (parts: FiguresParts, symbol: string, leverage: number): Promise<boolean> => {
  const { wallet, symbols } = await accountFigures(parts)
  const changed = symbols.find(({ instrument }) => instrument.symbol === symbol)
  if (!changed || leverage >= changed.leverage || changed.initialMargin === 0n) return true
  const margin = (changed.initialMargin * BigInt(changed.leverage)) / BigInt(leverage)
  const free = symbols.reduce((rest, one) => rest + one.unrealized - one.initialMargin, wallet)
  return free + changed.initialMargin >= margin
}

/** Returns whether an order would take the position beyond the maximum for the current leverage. */
export const isBeyondLeverage = (
  { book, exchange }: Pick<FiguresParts, 'book' | 'exchange'>,
  entry: InstrumentMarket,
  terms: WireOrderTerms,
): boolean => {
  const { instrument } = entry
  const mark = getMarkTicks(entry)
  if (terms.reduceOnly || mark === undefined) return false
  const leverage = getLeverage(exchange.leverages, instrument.symbol)
  const brackets = exchange.brackets(instrument.symbol)
  const most = maxNotionalAt(brackets, leverage)
  const { notional, bids, asks } = symbolRisk(book, { instrument, mark, leverage, brackets })
  const value = valueAt(instrument, terms.price ?? mark, lots(terms.quantity))
  const after = terms.side === 'BUY' ? notional + bids + value : asks + value - notional
  return most !== null && after > most && !reduces(positionIn(book, instrument.symbol).quantity, terms)
}

const reduces = (held: number, { side, quantity }: WireOrderTerms): boolean =>
  side === 'BUY' ? held < 0 && quantity <= -held : held > 0 && quantity <= held
