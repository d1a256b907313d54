/** Conversion of CCXT's trades to the engine's type, and helpers shared by the readers of market data. */

import { err, ok, type Result } from '../../../../core/result.ts'
import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Trade } from '../../../../domain/market/trade-tape.ts'
import { exactText, toFields, toText, toTime } from '../fields.ts'
import type { Listing } from '../listing.ts'

/** Reads a trade of the library; an error names the unreadable part. */
export const readTrade = (rawTrade: unknown, { instrument, amounts }: Listing): Result<Trade, string> => {
  const { id, timestamp, side, price, amount } = toFields(rawTrade)
  const tradeId = toText(id)
  const tradedAtMs = toTime(timestamp)
  const steps = positive(instrument.price.parse(exactText(price) ?? ''))
  const quantity = positive(amounts.parse(exactText(amount) ?? ''))
  if (!tradeId) return err('a trade without an ID')
  if (tradedAtMs === undefined) return err('a trade without a time')
  if (side !== 'buy' && side !== 'sell') return err('a trade without a side')
  if (steps === undefined) return err(`a trade at ${formatValue(price)}, which is not a valid price`)
  if (quantity === undefined) return err(`a trade of ${formatValue(amount)}, which is not a valid quantity`)
  return ok({
    symbol: instrument.symbol,
    tradeId,
    sequence: null,
    price: ticks(steps),
    quantity: lots(quantity),
    takerSide: side === 'buy' ? 'BUY' : 'SELL',
    tradedAtMs,
  })
}

export const positive = (steps: number | undefined): number | undefined =>
  steps !== undefined && steps > 0 ? steps : undefined

const VALUE_MAX = 30

/** Returns a value as a string, short enough for a message. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, VALUE_MAX) : typeof value
