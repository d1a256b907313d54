/** Wire types of market data: tickers, klines, order books, trades and instruments. */

import { type Static, Type } from 'typebox'
import { At, Collection, DecimalText, Freshness, instantText, Ms, Nullable, SymbolText } from './common.ts'

/** Candle intervals of the API. */
export const KLINE_INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w'] as const
export const BOOK_DEPTHS = [1, 5, 10, 20, 50, 200] as const

export const Ticker = Type.Object({
  symbol: SymbolText,
  lastPrice: Nullable(DecimalText, 'Price of the last trade'),
  markPrice: Nullable(DecimalText),
  markSource: Nullable(
    Type.Enum(['EXCHANGE', 'MID']),
    'MID when the market publishes no mark price and the midpoint of best bid and ask is used',
  ),
  indexPrice: Nullable(DecimalText),
  bestBidPrice: Nullable(DecimalText),
  bestBidQty: Nullable(DecimalText),
  bestAskPrice: Nullable(DecimalText),
  bestAskQty: Nullable(DecimalText),
  open24h: Nullable(DecimalText),
  high24h: Nullable(DecimalText),
  low24h: Nullable(DecimalText),
  volume24h: Nullable(DecimalText, 'Base currency'),
  turnover24h: Nullable(DecimalText, 'USDT'),
  changePct24h: Nullable(DecimalText, 'Percent, four decimals'),
  window24hFromMs: Nullable(Ms, 'Start of the 24-hour figures; less than 24 hours ago while less data is available'),
  openInterest: Nullable(DecimalText, 'Base currency'),
  openInterestValue: Nullable(DecimalText, 'USDT at the mark price'),
  fundingRate: Nullable(DecimalText),
  fundingIntervalMs: Nullable(Ms),
  nextFundingAt: Nullable(At),
  fundingRateCap: Nullable(DecimalText),
  fundingRateFloor: Nullable(DecimalText),
  tickSize: DecimalText,
  lotSize: DecimalText,
  minNotional: Nullable(DecimalText, 'USDT'),
  maxLeverage: Nullable(Type.Number()),
  exchangeTimeMs: Ms,
  source: Freshness,
})
export type Ticker = Static<typeof Ticker>

export const TickersQuery = Type.Object(
  {
    symbol: Type.Optional(SymbolText),
    symbols: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{1,20}USDT(,[A-Z0-9]{1,20}USDT){0,49}$',
        description: 'Up to 50 symbols, comma-separated; if omitted, all instruments',
        examples: ['BTCUSDT,ETHUSDT'],
      }),
    ),
  },
  { additionalProperties: false },
)
export type TickersQuery = Static<typeof TickersQuery>

export const Tickers = Collection(Ticker)

/** `low ≤ min(open, close) ≤ max(open, close) ≤ high`; `closeTimeMs` is the last millisecond of the candle. */
export const Kline = Type.Object({
  symbol: SymbolText,
  interval: Type.Enum([...KLINE_INTERVALS]),
  openTimeMs: Ms,
  closeTimeMs: Ms,
  open: DecimalText,
  high: DecimalText,
  low: DecimalText,
  close: DecimalText,
  volume: Type.Unsafe<string>({ ...DecimalText, description: 'Base currency' }),
  turnover: Type.Unsafe<string>({ ...DecimalText, description: 'USDT' }),
  tradeCount: Nullable(Type.Integer()),
  takerBuyVolume: Nullable(DecimalText),
  closed: Type.Boolean(),
})
export type Kline = Static<typeof Kline>

export const KlinesQuery = Type.Object(
  {
    interval: Type.Enum([...KLINE_INTERVALS], { default: '1m' }),
    from: Type.Optional(instantText('First opening time, included')),
    to: Type.Optional(instantText('Last opening time, excluded')),
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 200,
      description: 'Number of candles, counted from the newest',
    }),
    includeOpen: Type.Boolean({ default: false, description: 'Include the forming candle' }),
  },
  { additionalProperties: false },
)
export type KlinesQuery = Static<typeof KlinesQuery>

/** Candles in order of time. Unobserved periods are in `gaps` (half-open ranges), never filled in. */
export const Klines = Type.Object({
  items: Type.Array(Kline),
  gaps: Type.Array(Type.Object({ fromMs: Ms, toMs: Ms })),
  nextCursor: Nullable(Type.String()),
  asOf: At,
  source: Freshness,
})

export const PriceLevel = Type.Tuple([DecimalText, DecimalText], { description: 'Price, quantity' })

/** Bids descending, asks ascending, never crossed; empty sides while `RESYNCING`. */
export const OrderBook = Type.Object({
  symbol: SymbolText,
  depth: Type.Integer(),
  bids: Type.Array(PriceLevel),
  asks: Type.Array(PriceLevel),
  bookSeq: Type.Integer(),
  exchangeTimeMs: Ms,
  state: Type.Enum(['SYNCED', 'RESYNCING', 'STALE']),
  asOf: At,
  source: Freshness,
})
export type OrderBook = Static<typeof OrderBook>

export const OrderBookQuery = Type.Object(
  { depth: Type.Integer({ enum: [...BOOK_DEPTHS], default: 50, description: 'Levels per side' }) },
  { additionalProperties: false },
)
export type OrderBookQuery = Static<typeof OrderBookQuery>

export const PublicTrade = Type.Object({
  tradeId: Type.String(),
  symbol: SymbolText,
  price: DecimalText,
  qty: DecimalText,
  takerSide: Type.Enum(['BUY', 'SELL']),
  tradedAtMs: Ms,
  block: Type.Boolean({ description: 'Block trade outside the order book' }),
})
export type PublicTrade = Static<typeof PublicTrade>

export const TradesQuery = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }) },
  { additionalProperties: false },
)
export type TradesQuery = Static<typeof TradesQuery>

/** Newest first. */
export const PublicTrades = Collection(PublicTrade)

/** An instrument with the filters that its orders must pass. */
export const Instrument = Type.Object({
  symbol: SymbolText,
  tickSize: DecimalText,
  lotSize: DecimalText,
  minNotional: Nullable(DecimalText, 'USDT'),
  maxLeverage: Nullable(Type.Number()),
})
export type Instrument = Static<typeof Instrument>

export const Instruments = Type.Object({ items: Type.Array(Instrument), nextCursor: Nullable(Type.String()) })
