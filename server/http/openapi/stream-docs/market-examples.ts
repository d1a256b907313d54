/** Example messages of the market channels (ticker, candles, order book, trades) for the stream documentation. */

import type { Ticker } from '../../../../contract/market.ts'
import type { BookData, KlinesData, TradesData } from '../../../../contract/stream/channel-data.ts'
import type { ChannelExample } from './shared-schemas.ts'

const ticker: Ticker = {
  symbol: 'BTCUSDT',
  lastPrice: '65263.1',
  markPrice: '65267.8',
  markSource: 'EXCHANGE',
  indexPrice: '65234.7',
  bestBidPrice: '65262.3',
  bestBidQty: '0.238',
  bestAskPrice: '65262.6',
  bestAskQty: '0.404',
  open24h: '64873.1',
  high24h: '65424.9',
  low24h: '64252.6',
  volume24h: '36772.341',
  turnover24h: '2387529469.7153',
  changePct24h: '0.6012',
  window24hFromMs: 1795210320000,
  openInterest: '90520.892',
  openInterestValue: '5908099474.8776',
  fundingRate: '0.00010000',
  fundingIntervalMs: 28800000,
  nextFundingAt: '2026-11-22T00:00:00.000Z',
  fundingRateCap: '0.00750000',
  fundingRateFloor: '-0.00750000',
  tickSize: '0.1',
  lotSize: '0.001',
  minNotional: '5',
  maxLeverage: 125,
  exchangeTimeMs: 1795296711799,
  source: { status: 'FRESH', observedAt: '2026-11-21T21:31:51.801Z', ageMs: 43, maxAgeMs: 5000, origin: 'SIMULATOR' },
}

const forming: KlinesData['items'][number] = {
  symbol: 'BTCUSDT',
  interval: '1m',
  openTimeMs: 1795296660000,
  closeTimeMs: 1795296719999,
  open: '65281.0',
  high: '65290.6',
  low: '65239.5',
  close: '65263.1',
  volume: '36.555',
  turnover: '2385655.2136',
  tradeCount: 397,
  takerBuyVolume: '19.379',
  closed: false,
}

const closedBefore: KlinesData['items'][number] = {
  symbol: 'BTCUSDT',
  interval: '1m',
  openTimeMs: 1795296600000,
  closeTimeMs: 1795296659999,
  open: '65274.2',
  high: '65301.0',
  low: '65270.9',
  close: '65281.0',
  volume: '41.208',
  turnover: '2690430.1127',
  tradeCount: 431,
  takerBuyVolume: '22.964',
  closed: true,
}

const klines: KlinesData = {
  items: [closedBefore, forming],
  source: { status: 'FRESH', observedAt: '2026-11-21T21:31:51.801Z', ageMs: 64, maxAgeMs: 30000, origin: 'SIMULATOR' },
}

const book: BookData = {
  symbol: 'BTCUSDT',
  depth: 5,
  bids: [
    ['65262.3', '0.238'],
    ['65262.2', '0.597'],
    ['65262.1', '0.160'],
    ['65262.0', '0.406'],
    ['65261.9', '0.164'],
  ],
  asks: [
    ['65262.6', '0.404'],
    ['65262.7', '0.226'],
    ['65262.9', '0.184'],
    ['65263.0', '0.155'],
    ['65263.1', '0.136'],
  ],
  bookSeq: 17952967117,
  exchangeTimeMs: 1795296711799,
  state: 'SYNCED',
  source: { status: 'FRESH', observedAt: '2026-11-21T21:31:51.801Z', ageMs: 75, maxAgeMs: 2000, origin: 'SIMULATOR' },
}

const bookAfter: BookData = {
  ...book,
  bids: [
    ['65262.3', '0'],
    ['65261.8', '0.211'],
  ],
  asks: [['65262.6', '0.359']],
  bookSeq: 17952967118,
  exchangeTimeMs: 1795296711899,
}

const trades: TradesData = {
  items: [
    {
      tradeId: '179529671170000',
      symbol: 'BTCUSDT',
      price: '65263.1',
      qty: '0.045',
      takerSide: 'SELL',
      tradedAtMs: 1795296711766,
      block: false,
    },
  ],
  dropped: 0,
  source: { status: 'FRESH', observedAt: '2026-11-21T21:31:51.801Z', ageMs: 86, maxAgeMs: 30000, origin: 'SIMULATOR' },
}

/** Examples by channel. */
export const MARKET_EXAMPLES: readonly ChannelExample[] = [
  {
    address: 'market.ticker:{symbol}',
    channel: 'market.ticker:BTCUSDT',
    snapshot: ticker,
    delta: { ...ticker, lastPrice: '65262.6' },
  },
  {
    address: 'market.kline.{interval}:{symbol}',
    channel: 'market.kline.1m:BTCUSDT',
    snapshot: klines,
    delta: {
      ...klines,
      items: [{ ...forming, close: '65262.6', volume: '36.600', turnover: '2388592.0323', tradeCount: 398 }],
    },
  },
  {
    address: 'market.orderbook.{depth}:{symbol}',
    channel: 'market.orderbook.5:BTCUSDT',
    snapshot: book,
    delta: bookAfter,
  },
  { address: 'market.trades:{symbol}', channel: 'market.trades:BTCUSDT', snapshot: trades, delta: trades },
]
