import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { VenueState } from '../../binance/venue-state.ts'
import { accountFigures, type FiguresParts } from './account-figures.ts'
import { getLeverage, leverageSetting } from './leverages.ts'
import { bracketLeverage } from './risk-figures.ts'

/** Outcome of a leverage change. */
export type LeverageChange = 'changed' | 'unchanged' | 'notAllowed' | 'noMargin'

/** The most leverage an instrument is traded with. */
export const mostLeverage = ({ brackets }: VenueState['exchange'], instrument: Instrument): number => {
  const [first] = brackets(instrument.symbol)
  return first ? bracketLeverage(first, instrument.maxLeverage) : 1
}

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

/** Returns whether the margin that a lower leverage requires is available. */
const hasMargin = async (parts: FiguresParts, symbol: string, leverage: number): Promise<boolean> => {
  const { wallet, symbols } = await accountFigures(parts)
  const changed = symbols.find(({ instrument }) => instrument.symbol === symbol)
  if (!changed || leverage >= changed.leverage || changed.initialMargin === 0n) return true
  const margin = (changed.initialMargin * BigInt(changed.leverage)) / BigInt(leverage)
  const free = symbols.reduce((rest, one) => rest + one.unrealized - one.initialMargin, wallet)
  return free + changed.initialMargin >= margin
}
