import { err, ok, type Result } from '../../../../core/result.ts'
import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Quote } from '../../../../domain/market/market-event.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'
import { toFields } from '../to-fields.ts'
import { toInteger, toTime } from './fields.ts'
import { formatValue, positive } from './read-trade.ts'

/**
 * Reads the library's best bid and ask; undefined while a side is empty, or arrived before the other that moved with
 * it.
 */
export const readQuote = (rawQuote: unknown, { instrument, amounts }: Listing): Result<Quote | undefined, string> => {
  const { bid, bidVolume, ask, askVolume, timestamp, info } = toFields(rawQuote)
  if (isMissing(bid) || isMissing(ask)) return ok(undefined)
  const [bidPrice, askPrice] = [bid, ask].map((price) => positive(instrument.price.parse(exactText(price) ?? '')))
  const [bidLots, askLots] = [bidVolume, askVolume].map((size) => positive(amounts.parse(exactText(size) ?? '')))
  const exchangeTimeMs = toTime(timestamp)
  if (bidPrice === undefined || askPrice === undefined) {
    return err(`best prices of ${formatValue(bid)} and ${formatValue(ask)}, which are not valid prices`)
  }
  if (bidLots === undefined || askLots === undefined) {
    return err(`best quantities of ${formatValue(bidVolume)} and ${formatValue(askVolume)}, which are no quantities`)
  }
  if (exchangeTimeMs === undefined) return err('best prices without a time')
  if (bidPrice >= askPrice) return ok(undefined)
  return ok({
    symbol: instrument.symbol,
    sequence: toInteger(toFields(info).u) ?? exchangeTimeMs,
    bid: { price: ticks(bidPrice), quantity: lots(bidLots) },
    ask: { price: ticks(askPrice), quantity: lots(askLots) },
    exchangeTimeMs,
  })
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '' || value === '0'
