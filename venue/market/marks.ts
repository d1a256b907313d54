import { decimal } from '../../server/core/decimal.ts'
import type { Instant } from '../../server/core/instant.ts'
import type { InstrumentMarket } from '../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../server/domain/market/touch.ts'
import { printLongPrice, printRate } from './figures.ts'

/** What stands where the market says nothing, as the exchange writes it of contracts that have none. */
const NOTHING = ''

const INTEREST = printRate(decimal('0.0001'))

/** Mark, index and funding; what the market does not tell is empty, and a mark it does not tell is the mid. */
export const markFigures = (entry: InstrumentMarket) => {
  const { instrument, markPrice } = entry
  const mark = getMarkTicks(entry)
  const index = markPrice?.index ?? null
  const rate = markPrice?.fundingRate ?? null
  return {
    mark: mark === undefined ? NOTHING : printLongPrice(instrument, mark),
    index: index === null ? NOTHING : printLongPrice(instrument, index),
    settle: index === null ? NOTHING : printLongPrice(instrument, index),
    rate: rate === null ? NOTHING : printRate(rate),
    nextFundingTime: markPrice?.nextFundingAtMs ?? 0,
  }
}

/** An entry of `premiumIndex`. */
export const premiumIndex = (entry: InstrumentMarket, atMs: Instant) => {
  const { mark, index, settle, rate, nextFundingTime } = markFigures(entry)
  return {
    symbol: entry.instrument.symbol,
    markPrice: mark,
    indexPrice: index,
    estimatedSettlePrice: settle,
    lastFundingRate: rate,
    interestRate: INTEREST,
    nextFundingTime,
    time: entry.markPrice?.exchangeTimeMs ?? atMs,
  }
}
