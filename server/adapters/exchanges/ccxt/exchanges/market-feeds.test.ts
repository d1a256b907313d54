import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../core/instant.ts'
import { EXCHANGE_IDS } from '../../../../domain/market/exchanges.ts'
import { getDialect } from './index.ts'

const depth = { e: 'depthUpdate', E: 1, s: 'BTCUSDT', U: 1, u: 2, pu: 0, b: [], a: [] }
const mark = { e: 'markPriceUpdate', E: 3, s: 'BTCUSDT', p: '1.5', i: '1.4', P: '1', r: '0.0001', T: 9 }
const ticker = { symbol: 'BTCUSDT', markPrice: '1.5', fundingRate: '0.0001', nextFundingTime: '9', openInterest: '7' }
const okx = (channel: string, data: object, more: object = {}) => ({
  arg: { channel, instId: 'BTC-USDT-SWAP' },
  data: [data],
  ...more,
})
const bitget = (channel: string, data: object, action = 'update') => ({
  action,
  arg: { instType: 'USDT-FUTURES', channel, instId: 'BTCUSDT' },
  data: [data],
  ts: 4,
})

describe('message parsing', () => {
  it.each([
    ['binanceusdm', { e: 'trade', s: 'BTCUSDT', t: 1 }, { kind: 'trades', native: 'BTCUSDT', past: false }],
    ['binanceusdm', depth, { kind: 'book', native: 'BTCUSDT', begins: false }],
    ['binanceusdm', { e: 'bookTicker', s: 'BTCUSDT', u: 1 }, { kind: 'quote', native: 'BTCUSDT' }],
    ['binanceusdm', { result: null, id: 3 }, { kind: 'accepted', id: '3' }],
    ['bybit', { topic: 'publicTrade.BTCUSDT', data: [] }, { kind: 'trades', native: 'BTCUSDT', past: false }],
    [
      'bybit',
      { topic: 'orderbook.200.BTCUSDT', type: 'delta', data: { u: 18 } },
      { kind: 'book', native: 'BTCUSDT', begins: false, sequence: 18 },
    ],
    ['bybit', { success: true, op: 'subscribe', req_id: '4' }, { kind: 'accepted', id: '4' }],
    ['okx', okx('trades', {}), { kind: 'trades', native: 'BTC-USDT-SWAP', past: false }],
    ['okx', okx('books', {}, { action: 'snapshot' }), { kind: 'book', native: 'BTC-USDT-SWAP', begins: true }],
    ['okx', okx('bbo-tbt', {}), { kind: 'quote', native: 'BTC-USDT-SWAP' }],
    ['okx', { ...okx('trades', {}), event: 'subscribe' }, { kind: 'joined', native: 'BTC-USDT-SWAP' }],
    ['bitget', bitget('trade', {}, 'snapshot'), { kind: 'trades', native: 'BTCUSDT', past: true }],
    ['bitget', bitget('books', {}), { kind: 'book', native: 'BTCUSDT', begins: false }],
    ['bitget', { ...bitget('trade', {}), event: 'subscribe' }, { kind: 'joined', native: 'BTCUSDT' }],
  ] as const)('of %s returns the subject of a message: %j', (id, message, expected) => {
    expect(getDialect(id).feed.identify(message)).toEqual([expected])
  })

  it.each([
    ['binanceusdm', mark, { mark: '1.5', index: '1.4', rate: '0.0001', nextAt: 9, at: 3 }],
    [
      'bybit',
      { topic: 'tickers.BTCUSDT', ts: 3, data: { ...ticker, fundingIntervalHour: '4' } },
      { mark: '1.5', rate: '0.0001', nextAt: '9', interest: '7', at: 3, intervalMs: 4 * HOUR_MS },
    ],
    ['okx', okx('mark-price', { markPx: '1.5', ts: '3' }), { mark: '1.5', at: '3' }],
    [
      'okx',
      okx('funding-rate', { fundingRate: '0.1', fundingTime: '1000', nextFundingTime: '5000', maxFundingRate: '0.3' }),
      { rate: '0.1', nextAt: '1000', intervalMs: 4_000, cap: '0.3' },
    ],
    [
      'okx',
      { arg: { channel: 'index-tickers', instId: 'BTC-USDT' }, data: [{ idxPx: '1.4', ts: '3' }] },
      { index: '1.4', at: '3' },
    ],
  ] as const)('of %s returns the statistics of a message', (id, message, expected) => {
    const [subject] = getDialect(id).feed.identify(message)
    expect(subject).toMatchObject({ kind: 'figures', figures: expected })
    expect(subject?.kind === 'figures' && subject.native).toMatch(/^BTC-?USDT/)
  })

  it('finds quote and statistics in one ticker, but no quote in one that contains none', () => {
    const message = { topic: 'tickers.BTCUSDT', type: 'delta', ts: 1, data: { symbol: 'BTCUSDT', bid1Price: '1' } }
    expect(
      getDialect('bybit')
        .feed.identify(message)
        .map(({ kind }) => kind),
    ).toEqual(['quote', 'figures'])
    const without = { ...message, data: ticker }
    expect(
      getDialect('bybit')
        .feed.identify(without)
        .map(({ kind }) => kind),
    ).toEqual(['figures'])
    expect(
      getDialect('bitget')
        .feed.identify(bitget('ticker', {}))
        .map(({ kind }) => kind),
    ).toEqual(['quote', 'figures'])
  })

  it.each(EXCHANGE_IDS)('of %s never throws, whatever the message, and finds no subject in most', (id) => {
    const { identify, isOnMarket, listed, terms } = getDialect(id).feed
    const json = fc.jsonValue()
    fc.assert(fc.property(fc.anything(), (anything) => void identify(anything)))
    const envelope = fc.record({
      e: fc.constantFrom('trade', 'markPriceUpdate'),
      s: fc.constant('X'),
      topic: fc.constantFrom('tickers.X', 'orderbook.200.X', '.'),
      arg: fc.record({ channel: fc.constantFrom('ticker', 'funding-rate', 'index-tickers'), instId: fc.constant('X') }),
      data: json,
      id: json,
    })
    fc.assert(fc.property(envelope, (message) => void identify(message)))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (info) => void [isOnMarket(info), listed(info), terms(info)]),
    )
    expect(['pong', '', null, 7, [], {}].flatMap((message) => identify(message))).toEqual([])
  })
})

describe('the feed', () => {
  it.each([
    ['binanceusdm', { fundingIntervalHours: 4, adjustedFundingRateCap: '0.02', adjustedFundingRateFloor: '-0.02' }],
  ] as const)('of %s reads the funding terms', (id, info) => {
    expect(getDialect(id).feed.terms(info)).toEqual({ intervalMs: 4 * HOUR_MS, cap: '0.02', floor: '-0.02' })
    expect(getDialect(id).feed.terms({})).toEqual({ intervalMs: 8 * HOUR_MS })
  })

  it.each([
    ['bybit', { fundingInterval: 480, upperFundingRate: '0.005' }, { intervalMs: 8 * HOUR_MS, cap: '0.005' }],
    ['bitget', { fundInterval: '4' }, { intervalMs: 4 * HOUR_MS }],
  ] as const)('of %s reads them from the listing', (id, info, expected) => {
    expect(getDialect(id).feed.listed(info)).toMatchObject(expected)
  })

  it.each([
    ['binanceusdm', { X: 'MARKET' }, true],
    ['binanceusdm', {}, true],
    ['binanceusdm', { X: 'ADL' }, false],
    ['bybit', { BT: false }, true],
    ['bybit', { BT: true }, false],
  ] as const)('of %s recognises a trade on the market: %j', (id, info, expected) => {
    expect(getDialect(id).feed.isOnMarket(info)).toBe(expected)
  })
})
