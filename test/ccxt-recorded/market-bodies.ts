import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import * as bitget from './bitget-bodies.ts'
import * as okx from './okx-bodies.ts'

/**
 * Public messages, after the examples of real ones that the library keeps beside its readers (ccxt 4.5.84,
 * `pro/*.js`), cut to the fields in use and moved to one instrument and time.
 */
export interface MarketBodies {
  readonly answers: Readonly<Record<string, unknown>>
  readonly trade: unknown
  readonly snapshot: unknown
  readonly update: unknown
  readonly quote: unknown
  readonly figures: unknown
}

const AT = 1_789_999_999_000

const bybit: MarketBodies = {
  answers: {
    'GET /v5/market/instruments-info': {
      retCode: 0,
      retMsg: 'OK',
      result: {
        category: 'linear',
        list: [
          {
            symbol: 'BTCUSDT',
            contractType: 'LinearPerpetual',
            status: 'Trading',
            baseCoin: 'BTC',
            quoteCoin: 'USDT',
            settleCoin: 'USDT',
            launchTime: '1585526400000',
            deliveryTime: '0',
            fundingInterval: '480',
            upperFundingRate: '0.00375',
            lowerFundingRate: '-0.00375',
            leverageFilter: { minLeverage: '1', maxLeverage: '100.00', leverageStep: '0.01' },
            priceFilter: { minPrice: '0.50', maxPrice: '999999.00', tickSize: '0.50' },
            lotSizeFilter: { maxOrderQty: '100.000', minOrderQty: '0.001', qtyStep: '0.001', minNotionalValue: '5' },
          },
        ],
      },
    },
  },
  trade: {
    topic: 'publicTrade.BTCUSDT',
    type: 'snapshot',
    ts: AT + 3,
    data: [
      {
        T: AT,
        s: 'BTCUSDT',
        S: 'Sell',
        v: '0.012',
        p: '16578.50',
        L: 'PlusTick',
        i: '20f43950-d8dd-5b31-9112-a178eb6023af',
        BT: false,
      },
    ],
  },
  snapshot: {
    topic: 'orderbook.200.BTCUSDT',
    type: 'snapshot',
    ts: AT,
    data: {
      s: 'BTCUSDT',
      b: [
        ['16493.50', '0.006'],
        ['16493.00', '0.100'],
      ],
      a: [
        ['16611.00', '0.029'],
        ['16612.00', '0.213'],
      ],
      u: 18_521_288,
      seq: 7_961_638_724,
    },
  },
  update: {
    topic: 'orderbook.200.BTCUSDT',
    type: 'delta',
    ts: AT + 20,
    data: { s: 'BTCUSDT', b: [['16493.50', '0']], a: [['16610.50', '0.5']], u: 18_521_289, seq: 7_961_638_730 },
  },
  quote: {
    topic: 'tickers.BTCUSDT',
    type: 'delta',
    data: { symbol: 'BTCUSDT', bid1Price: '17215.50', bid1Size: '84.489', ask1Price: '17216.00', ask1Size: '83.020' },
    cs: 24_987_956_059,
    ts: AT + 40,
  },
  figures: {
    topic: 'tickers.BTCUSDT',
    type: 'snapshot',
    data: {
      symbol: 'BTCUSDT',
      lastPrice: '17216.00',
      markPrice: '17217.33',
      indexPrice: '17227.36',
      openInterest: '68744.761',
      openInterestValue: '1183601235.91',
      nextFundingTime: '1790006400000',
      fundingRate: '-0.000212',
      bid1Price: '17215.50',
      bid1Size: '84.489',
      ask1Price: '17216.00',
      ask1Size: '83.020',
    },
    cs: 24_987_956_059,
    ts: AT + 40,
  },
}

const arg = (channel: string, instId = 'BTC-USDT-SWAP') => ({ channel, instId })

const okxBodies: MarketBodies = {
  answers: { 'GET /api/v5/public/instruments': okx.INSTRUMENTS },
  trade: {
    arg: arg('trades'),
    data: [
      {
        instId: 'BTC-USDT-SWAP',
        tradeId: '130639474',
        px: '42219.9',
        sz: '12.5',
        side: 'sell',
        ts: String(AT),
        count: '3',
      },
    ],
  },
  snapshot: {
    arg: arg('books'),
    action: 'snapshot',
    data: [
      {
        asks: [
          ['31685', '78.2', '0', '17'],
          ['31685.1', '0.1', '0', '1'],
        ],
        bids: [
          ['31684.9', '1', '0', '1'],
          ['31682.9', '0.3', '0', '1'],
        ],
        ts: String(AT),
        checksum: -1_023_440_116,
        prevSeqId: -1,
        seqId: 123_456,
      },
    ],
  },
  update: {
    arg: arg('books'),
    action: 'update',
    data: [
      {
        asks: [['31684.9', '4', '0', '1']],
        bids: [
          ['31684.9', '0', '0', '0'],
          ['31684.8', '0.2', '0', '1'],
        ],
        ts: String(AT + 20),
        checksum: 830_931_827,
        prevSeqId: 123_456,
        seqId: 123_460,
      },
    ],
  },
  quote: {
    arg: arg('bbo-tbt'),
    data: [
      {
        asks: [['36232.2', '1.8', '0', '17']],
        bids: [['36232.1', '0.5', '0', '2']],
        ts: String(AT + 40),
        seqId: 123_470,
      },
    ],
  },
  figures: {
    arg: arg('mark-price'),
    data: [{ instId: 'BTC-USDT-SWAP', instType: 'SWAP', markPx: '36232.17', ts: String(AT + 40) }],
  },
}

const about = (channel: string) => ({ instType: 'USDT-FUTURES', channel, instId: 'BTCUSDT' })

const ticker = {
  instId: 'BTCUSDT',
  lastPr: '43480.5',
  bidPr: '43476.0',
  askPr: '43476.5',
  bidSz: '0.1',
  askSz: '3.055',
  fundingRate: '0.000096',
  nextFundingTime: '1790006400000',
  markPrice: '43476.4',
  indexPrice: '43478.4',
  holdingAmount: '50670.787',
  baseVolume: '120187.104',
  symbolType: '1',
  symbol: 'BTCUSDT',
  ts: String(AT + 40),
}

const bitgetBodies: MarketBodies = {
  answers: {
    'GET /api/v2/mix/market/contracts': ({ query }: { query: Record<string, string> }) =>
      bitget.ok(query.productType === 'USDT-FUTURES' ? [bitget.CONTRACT] : []),
  },
  trade: {
    action: 'update',
    arg: about('trade'),
    data: [{ ts: String(AT), price: '43854.5', size: '0.053', side: 'sell', tradeId: '1116461060594286593' }],
    ts: AT + 3,
  },
  snapshot: {
    action: 'snapshot',
    arg: about('books'),
    data: [
      {
        asks: [
          ['21041.0', '0.044'],
          ['21041.5', '0.041'],
        ],
        bids: [
          ['21040.5', '0.041'],
          ['21040.0', '0.043'],
        ],
        checksum: 0,
        seq: 1,
        ts: String(AT),
      },
    ],
    ts: AT + 2,
  },
  update: {
    action: 'update',
    arg: about('books'),
    data: [
      {
        asks: [['21041.0', '0']],
        bids: [['21040.5', '1.335']],
        checksum: -887_473_948,
        seq: 2,
        ts: String(AT + 20),
      },
    ],
    ts: AT + 22,
  },
  quote: { action: 'snapshot', arg: about('ticker'), data: [ticker], ts: AT + 41 },
  figures: { action: 'snapshot', arg: about('ticker'), data: [ticker], ts: AT + 41 },
}

const binance: MarketBodies = {
  answers: {
    'GET /fapi/v1/exchangeInfo': {
      symbols: [
        {
          symbol: 'BTCUSDT',
          pair: 'BTCUSDT',
          contractType: 'PERPETUAL',
          status: 'TRADING',
          baseAsset: 'BTC',
          quoteAsset: 'USDT',
          marginAsset: 'USDT',
          pricePrecision: 2,
          quantityPrecision: 3,
          filters: [
            { filterType: 'PRICE_FILTER', minPrice: '556.80', maxPrice: '4529764', tickSize: '0.10' },
            { filterType: 'LOT_SIZE', minQty: '0.001', maxQty: '1000', stepSize: '0.001' },
            { filterType: 'MARKET_LOT_SIZE', minQty: '0.001', maxQty: '120', stepSize: '0.001' },
            { filterType: 'MIN_NOTIONAL', notional: '100' },
          ],
        },
      ],
    },
  },
  trade: {
    ...{ e: 'trade', E: AT + 3, T: AT, s: 'BTCUSDT', t: 5_933_014, p: '7404.10', q: '0.100', X: 'MARKET', m: true },
  },
  // Not a message: the initial snapshot, requested separately.
  snapshot: {
    ...{ lastUpdateId: 390_497_796, E: AT, T: AT - 1 },
    bids: [
      ['7403.9', '0.002'],
      ['7403.8', '3.906'],
    ],
    asks: [
      ['7405.9', '3.340'],
      ['7406.6', '4.525'],
    ],
  },
  update: {
    ...{ e: 'depthUpdate', E: AT + 20, T: AT + 19, s: 'BTCUSDT', U: 390_497_790, u: 390_497_878, pu: 390_497_789 },
    b: [['7403.90', '0']],
    a: [['7405.20', '0.175']],
  },
  quote: {
    ...{ e: 'bookTicker', u: 390_497_900, E: AT + 41, T: AT + 40, s: 'BTCUSDT' },
    ...{ b: '7404.00', B: '31.210', a: '7404.10', A: '40.660' },
  },
  figures: {
    ...{ e: 'markPriceUpdate', E: AT + 40, s: 'BTCUSDT', p: '7404.15000000', i: '7404.62659091', P: '7404.25641265' },
    ...{ r: '0.00038167', T: 1_790_006_400_000 },
  },
}

/** The exchanges whose public messages are recorded here. */
export const BODIES = {
  binanceusdm: binance,
  bybit,
  okx: okxBodies,
  bitget: bitgetBodies,
} satisfies Partial<Record<ExchangeId, MarketBodies>>

export type RecordedId = keyof typeof BODIES

export const RECORDED_IDS = Object.keys(BODIES) as readonly RecordedId[]

/** Contract of Gate: contracts are whole numbers, and a sale has a negative size. */
export const A_GATE_CONTRACT = {
  name: 'BTC_USDT',
  type: 'direct',
  quanto_multiplier: '0.0001',
  mark_price: '95600.1',
  mark_price_round: '0.01',
  order_price_round: '0.1',
  order_price_deviate: '0.2',
  order_size_min: 1,
  order_size_max: 1_000_000,
  leverage_min: '1',
  leverage_max: '100',
  funding_interval: 28_800,
  in_delisting: false,
  status: 'trading',
}

export const A_GATE_TRADE = {
  id: '442288327',
  contract: 'BTC_USDT',
  create_time: '1739814676.707',
  create_time_ms: '1739814676.707',
  size: '-105',
  price: '95594.8',
}

export const A_GATE_QUOTE = {
  t: 1_671_363_004_228,
  u: 9_793_320_464,
  s: 'BTC_USDT',
  b: '16716.8',
  B: '134',
  a: '16716.9',
  A: '353',
}
