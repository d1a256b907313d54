import { err, ok, type Result } from '../../../../core/result.ts'
import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Trade } from '../../../../domain/market/trade.ts'
import { exactText } from '../exact.ts'
import { fieldsOf } from '../fields-of.ts'
import type { Listing } from '../listing.ts'
import { textOf, timeOf } from './fields.ts'

/** A trade as the library tells it; an error says what of it cannot be read. */
export const readTrade = (told: unknown, { instrument, amounts }: Listing): Result<Trade, string> => {
  const { id, timestamp, side, price, amount } = fieldsOf(told)
  const tradeId = textOf(id)
  const tradedAtMs = timeOf(timestamp)
  const steps = positive(instrument.price.parse(exactText(price) ?? ''))
  const quantity = positive(amounts.parse(exactText(amount) ?? ''))
  if (!tradeId) return err('a trade without an id')
  if (tradedAtMs === undefined) return err('a trade without a time')
  if (side !== 'buy' && side !== 'sell') return err('a trade without a side')
  if (steps === undefined) return err(`a trade at ${shown(price)}, which is no price`)
  if (quantity === undefined) return err(`a trade of ${shown(amount)}, which is no quantity`)
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

const SHOWN_MAX = 30

/** What came, short enough for a message. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, SHOWN_MAX) : typeof value
