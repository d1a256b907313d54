/** Sources of the market views, and the lookup of an observed instrument. */

import { err, ok, type Result } from '../core/result.ts'
import type { InstrumentMarket } from '../domain/market/instrument-market.ts'
import type { Market } from '../domain/market/market.ts'
import type { AnswerCache, ViewRefusal } from './answer.ts'
import type { Origin } from './freshness.ts'

/** Sources of every market view. */
export interface MarketReader {
  readonly market: Readonly<Market>
  readonly origin: Origin
  readonly cache: AnswerCache
}

/** An instrument with observed market data. */
export type ObservedMarket = InstrumentMarket & { readonly observedAtMs: number; readonly exchangeTimeMs: number }

export const findObserved = (
  reader: MarketReader,
  symbol: string,
  what: string,
): Result<ObservedMarket, ViewRefusal> => {
  const market = reader.market.instruments.get(symbol)
  if (!market) return err({ kind: 'unknownSymbol', symbol })
  return isObserved(market) ? ok(market) : err({ kind: 'notObserved', symbol, what })
}

export const isObserved = (market: InstrumentMarket): market is ObservedMarket =>
  market.observedAtMs !== undefined && market.exchangeTimeMs !== undefined
