import { decimal } from '../../../server/core/decimal.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../../server/domain/market/touch.ts'
import { printLongPrice, printRate } from '../../exchange/market/figures.ts'

/** Value of a field that the market does not provide, as the exchange writes it for contracts without one. */
const NOTHING = ''

const INTEREST = printRate(decimal('0.0001'))

/** Mark, index and funding; missing values are empty, and a missing mark price is the mid price. */
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
