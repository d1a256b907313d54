import type { PublicTrade } from '../../contract/market.ts'
import { ok, type Result } from '../core/result.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { TAPE_MAX, type Trade, type TradeTape } from '../domain/market/trade-tape.ts'
import { type Answer, agedAnswer, type ViewRefusal } from './answer.ts'
import { MAX_AGE_MS } from './freshness.ts'
import { findObserved, type MarketReader } from './market-reader.ts'

/** Creates the view of the newest public trades of an instrument, newest first. */
export const createTradesView = (reader: MarketReader): TradesView => {
  const printed = new Map<string, PrintedTape>()

  const printItems = (symbol: string, tape: TradeTape, instrument: Instrument): string[] => {
    const known = printed.get(symbol) ?? { count: 0, items: [] }
    const fresh = tape
      .newest(Math.min(tape.count - known.count, TAPE_MAX))
      .map((trade) => printTrade(trade, instrument))
    const items = fresh.length === 0 ? known.items : [...fresh, ...known.items].slice(0, TAPE_MAX)
    printed.set(symbol, { count: tape.count, items })
    return items
  }

  return (symbol, limit) => {
    const result = findObserved(reader, symbol, 'trade')
    if (!result.ok) return result
    const entry = result.value
    const { tape, instrument } = entry
    return ok(
      reader.cache(`trades.${symbol}.${limit}`, String(tape.count), (etag) => {
        const items = printItems(symbol, tape, instrument).slice(0, limit).join(',')
        return agedAnswer(etag, `{"items":[${items}],"nextCursor":null`, {
          entry,
          maxAgeMs: MAX_AGE_MS.trades,
          origin: reader.origin,
        })
      }),
    )
  }
}

export type TradesView = (symbol: string, limit: number) => Result<Answer, ViewRefusal>

/** Serialised tape of one instrument: only trades since the last request are serialised. */
interface PrintedTape {
  count: number
  items: string[]
}

/** Returns a trade as JSON. */
export const printTrade = (trade: Trade, { price, quantity }: Instrument): string => {
  const item: PublicTrade = {
    tradeId: trade.tradeId,
    symbol: trade.symbol,
    price: price.print(trade.price),
    qty: quantity.print(trade.quantity),
    takerSide: trade.takerSide,
    tradedAtMs: trade.tradedAtMs,
    block: false,
  }
  return JSON.stringify(item)
}
