import { valueAt } from '../../../server/domain/account/money.ts'
import { lots } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../../server/domain/market/touch.ts'
import { positionIn } from './account-book.ts'
import type { FiguresParts } from './account-figures.ts'
import { getLeverage } from './leverages.ts'
import { maxNotionalAt, symbolRisk } from './risk-figures.ts'
import type { WireOrderTerms } from './wire-record.ts'

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
