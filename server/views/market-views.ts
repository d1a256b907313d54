/** Views of market data for clients: tickers, candles, order books, trades and instruments. */

import type { Instrument as InstrumentBody } from '../../contract/market.ts'
import type { Result } from '../core/result.ts'
import type { Market } from '../domain/market/market.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { CandleStore } from '../engine/model/ports.ts'
import { type Answer, createAnswerCache, type ViewRefusal } from './answer.ts'
import type { CandleSeries } from './candle-series.ts'
import type { Origin } from './freshness.ts'
import { type CandleQuery, createKlinesView } from './klines.ts'
import type { MarketReader } from './market-reader.ts'
import { orderBookAnswer } from './order-book.ts'
import { instrumentFilters, tickersAnswer } from './tickers.ts'
import { createTradesView, type TradesView } from './trades.ts'

/** Market data that a client may read. */
export interface MarketViews {
  tickers(symbols: readonly string[]): Result<Answer, ViewRefusal>
  klines(query: CandleQuery): Result<Answer, ViewRefusal>
  orderBook(symbol: string, depth: number): Result<Answer, ViewRefusal>
  readonly trades: TradesView
  instruments(): InstrumentBody[]
  /** Sources of the responses, for the stream. */
  readonly reader: MarketReader
  readonly series: CandleSeries
  /** Returns whether market data of any instrument have been observed. */
  isMarketObserved(): boolean
  onFacts(facts: readonly Fact[]): void
}

export interface MarketViewParts {
  readonly market: Readonly<Market>
  readonly candles: CandleStore
  readonly origin: Origin
  /** Identifies this run of the process; part of every entity tag. */
  readonly runId: string
}

export const createMarketViews = ({ market, candles, origin, runId }: MarketViewParts): MarketViews => {
  const reader: MarketReader = { market, origin, cache: createAnswerCache(runId) }
  const klines = createKlinesView(reader, candles)
  return {
    tickers: (symbols) => tickersAnswer(reader, symbols),
    klines: klines.answer,
    orderBook: (symbol, depth) => orderBookAnswer(reader, symbol, depth),
    trades: createTradesView(reader),
    instruments: () =>
      [...market.instruments.values()].map(({ instrument }) => ({
        symbol: instrument.symbol,
        ...instrumentFilters(instrument),
      })),
    isMarketObserved: () => [...market.instruments.values()].some(({ observedAtMs }) => observedAtMs !== undefined),
    reader,
    series: klines.series,
    onFacts: klines.series.onFacts,
  }
}
