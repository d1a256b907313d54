import type { Candle } from '../../server/domain/market/candle.ts'
import type { InstrumentMarket } from '../../server/domain/market/instrument-market.ts'
import { createMarket, type Market, observe } from '../../server/domain/market/market.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'

/** State folded from a market's events. */
export interface WatchedMarket {
  readonly market: Market
  readonly closed: readonly Candle[]
  /** Books that lost their sequence, by symbol, each time. */
  readonly booksLost: readonly string[]
  receive(event: MarketEvent): void
  entry(symbol: string): InstrumentMarket
}

/** Folds events as the engine does, without its store. */
export const watchMarket = (events: readonly MarketEvent[] = []): WatchedMarket => {
  const market = createMarket()
  const closed: Candle[] = []
  const booksLost: string[] = []
  const receive = (event: MarketEvent): void => {
    const observed = observe(market, event, 0)
    closed.push(...observed.closed)
    if (observed.bookLost !== undefined) booksLost.push(observed.bookLost)
  }
  for (const event of events) receive(event)
  return {
    market,
    closed,
    booksLost,
    receive,
    entry(symbol) {
      const entry = market.instruments.get(symbol)
      if (!entry) throw new Error(`${symbol} is not listed`)
      return entry
    },
  }
}

/** Returns whether the order book is consistent: a synced one has a bid below its ask, any other is empty. */
export const isSound = ({ book }: InstrumentMarket): boolean => {
  if (book.state === 'RESYNCING') return book.bids.depth + book.asks.depth === 0
  const [bid, ask] = [book.bids.best(), book.asks.best()]
  return bid === undefined || ask === undefined || bid.price < ask.price
}
