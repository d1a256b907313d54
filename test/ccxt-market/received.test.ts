import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { Liquidation } from '../../server/domain/market/market-event.ts'
import { publishForceOrder } from '../../venue/binance/stream/market-feed.ts'
import { publishLiquidation } from '../../venue/bybit/stream/market-topics.ts'
import { aListener } from '../../venue/exchange/server/listener-fixture.ts'
import { subscribe } from '../../venue/exchange/server/stream-hub.ts'
import { type FeedHarness, openFeedHarness } from './feed-harness.ts'

const OKX = { channel: '', instId: 'BTC-USDT-SWAP' }
const BITGET = { instType: 'USDT-FUTURES', channel: '', instId: 'BTCUSDT' }

const kinds = (harness: FeedHarness, message: unknown) => harness.receive(message).map(({ kind }) => kind)

/** Messages of one trade each: 0.025 BTC at 61800.3 bought at the thousandth instant. */
const TRADES = {
  binanceusdm: { e: 'trade', E: 1_001, T: 1_000, s: 'BTCUSDT', t: 9, p: '61800.30', q: '0.025', X: 'MARKET', m: false },
  bybit: {
    topic: 'publicTrade.BTCUSDT',
    type: 'snapshot',
    ts: 1_001,
    data: [{ T: 1_000, s: 'BTCUSDT', S: 'Buy', v: '0.025', p: '61800.30', L: 'PlusTick', i: '9', BT: false }],
  },
  okx: {
    arg: { ...OKX, channel: 'trades' },
    data: [{ instId: 'BTC-USDT-SWAP', tradeId: '9', px: '61800.3', sz: '2.5', side: 'buy', ts: '1000', count: '1' }],
  },
  bitget: {
    action: 'update',
    arg: { ...BITGET, channel: 'trade' },
    data: [{ ts: '1000', price: '61800.3', size: '0.025', side: 'buy', tradeId: '9' }],
    ts: 1_001,
  },
}

/**
 * Messages of one liquidation each, after the examples of the exchanges: a long position of 0.025 BTC at 61800.3. Bitget
 * has no such stream.
 */
const LIQUIDATIONS = {
  binanceusdm: {
    e: 'forceOrder',
    E: 1_001,
    o: {
      s: 'BTCUSDT',
      S: 'SELL',
      o: 'LIMIT',
      f: 'IOC',
      q: '0.030',
      p: '61500.00',
      ap: '61800.32',
      X: 'PARTIALLY_FILLED',
      l: '0.010',
      z: '0.025',
      T: 1_000,
    },
  },
  bybit: {
    topic: 'allLiquidation.BTCUSDT',
    type: 'snapshot',
    ts: 1_001,
    data: [{ T: 1_000, s: 'BTCUSDT', S: 'Buy', v: '0.025', p: '61800.30' }],
  },
  okx: {
    arg: { channel: 'liquidation-orders', instType: 'SWAP' },
    data: [
      {
        details: [{ bkLoss: '0', bkPx: '61800.3', ccy: '', posSide: 'long', side: 'sell', sz: '2.5', ts: '1000' }],
        instFamily: 'BTC-USDT',
        instId: 'BTC-USDT-SWAP',
        instType: 'SWAP',
        uly: 'BTC-USDT',
      },
    ],
  },
}

const LIQUIDATING = Object.keys(LIQUIDATIONS) as readonly (keyof typeof LIQUIDATIONS)[]

const RECORDED_IDS = Object.keys(TRADES) as readonly (keyof typeof TRADES)[]

describe('what the library makes of the messages of an exchange', () => {
  it.each(RECORDED_IDS)('is the same trade from %s', (id) => {
    const [event] = openFeedHarness(id).receive(TRADES[id])
    expect(event).toEqual({
      kind: 'trade',
      trade: {
        symbol: 'BTCUSDT',
        tradeId: '9',
        sequence: id === 'binanceusdm' ? 9 : null,
        price: 618_003,
        quantity: 25,
        takerSide: 'BUY',
        tradedAtMs: 1_000,
      },
    })
  })

  it.each(RECORDED_IDS)('is nothing before the %s stream is live, and never the same trade twice', (id) => {
    expect(openFeedHarness(id, { live: false }).receive(TRADES[id])).toEqual([])
    const harness = openFeedHarness(id)
    expect([kinds(harness, TRADES[id]), kinds(harness, TRADES[id])]).toEqual([['trade'], []])
  })

  it('omits the trades that Bitget sends to a new subscriber', () => {
    const harness = openFeedHarness('bitget')
    const before = { ...TRADES.bitget, action: 'snapshot' }
    expect(kinds(harness, before)).toEqual([])
    const next = { ...TRADES.bitget, data: [{ ...TRADES.bitget.data[0], tradeId: '10' }] }
    expect(kinds(harness, next)).toEqual(['trade'])
  })

  it.each([
    ['binanceusdm', { result: null, id: 1 }],
    ['bybit', { success: true, op: 'subscribe', req_id: '1' }],
    ['okx', { event: 'subscribe', arg: { ...OKX, channel: 'trades' } }],
    ['bitget', { event: 'subscribe', arg: { ...BITGET, channel: 'trade' } }],
  ] as const)('detects when %s has confirmed the trade subscription', async (id, message) => {
    const subscriptionKey = id === 'bybit' ? 'trade:BTC/USDT:USDT' : 'trade::BTC/USDT:USDT'
    const harness = openFeedHarness(id, {
      subscriptions: { [subscriptionKey]: { id: 1 }, 'orderbook::BTC/USDT:USDT': { id: 2 } },
    })
    harness.receive(id === 'binanceusdm' ? { ...message, id: 2 } : { ...message, event: 'pong', op: 'pong' })
    expect(await harness.isJoined()).toBe(false)
    harness.receive(message)
    expect(await harness.isJoined()).toBe(true)
  })

  it.each(LIQUIDATING)('is the same liquidation from %s', (id) => {
    expect(openFeedHarness(id).receive(LIQUIDATIONS[id])).toEqual([
      {
        kind: 'liquidation',
        liquidation: {
          symbol: 'BTCUSDT',
          side: 'SELL',
          price: 618_003,
          quantity: 25,
          liquidatedAtMs: 1_000,
        },
      },
    ])
    expect(openFeedHarness(id, { live: false }).receive(LIQUIDATIONS[id])).toEqual([])
  })

  it.each([
    ['binanceusdm', { result: null, id: 1 }, 'btcusdt@forceOrder'],
    ['bybit', { success: true, op: 'subscribe', req_id: '1' }, 'liquidations::BTC/USDT:USDT'],
    ['okx', { event: 'subscribe', arg: { channel: 'liquidation-orders', instType: 'SWAP' } }, 'unused'],
  ] as const)('states that liquidations are received once %s has confirmed the subscription', (id, message, topic) => {
    const harness = openFeedHarness(id, {
      subscriptions: { [topic]: { id: 1 }, 'trade::BTC/USDT:USDT': { id: 2 }, 'trade:BTC/USDT:USDT': { id: 2 } },
    })
    if (id !== 'okx') expect(harness.receive({ ...message, id: 2, req_id: '2' })).toEqual([])
    expect(harness.receive(message)).toMatchObject([{ kind: 'liquidationStream', symbol: 'BTCUSDT' }])
    expect(harness.receive(message)).toEqual([])
    const notLive = openFeedHarness(id, { live: false, subscriptions: { [topic]: { id: 1 } } })
    expect(notLive.receive(message)).toEqual([])
    expect(notLive.channel.receivesLiquidations).toBe(true)
  })

  it.each(LIQUIDATING)('from %s begins anew after a liquidation that cannot be read', (id) => {
    const harness = openFeedHarness(id)
    harness.channel.receivesLiquidations = true
    const text = JSON.stringify(LIQUIDATIONS[id]).replaceAll(/"(0.025|2.5)"/g, '"much"')
    expect(kinds(harness, JSON.parse(text))).toEqual(['liquidationStream'])
    expect([...harness.troubles.present.keys()]).toEqual(['UNREADABLE'])
  })

  it('of the local exchange is read like that of the exchange', () => {
    const liquidation: Liquidation = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      price: ticks(618_003),
      quantity: lots(25),
      liquidatedAtMs: 1_000,
    }
    const { hub, listener, messages } = aListener()
    const [binance, bybit] = [openFeedHarness('binanceusdm'), openFeedHarness('bybit')]
    const { instrument } = binance.listing
    for (const stream of ['btcusdt@forceOrder', '!forceOrder@arr', 'allLiquidation.BTCUSDT']) {
      subscribe(hub, listener, stream)
    }
    publishForceOrder(hub, instrument, liquidation)
    publishLiquidation(hub, instrument, liquidation)
    const [one, all, topic] = messages.map((text) => JSON.parse(text))
    const expected = [{ kind: 'liquidation', liquidation }]
    expect([binance.receive(one), binance.receive(all), bybit.receive(topic)]).toEqual([expected, expected, expected])
  })

  it.each(LIQUIDATING)('from %s does not show that the market data arrive', (id) => {
    const { connection, receive } = openFeedHarness(id)
    connection.watchdog.newsMs = -1
    receive(LIQUIDATIONS[id])
    expect(connection.watchdog.newsMs).toBe(-1)
    receive(TRADES[id])
    expect(connection.watchdog.newsMs).toBe(0)
  })

  it('converts the OKX order book from contracts, and invalidates it on a gap in its sequence numbers', () => {
    const message = (action: string, seqId: number, prevSeqId: number, bids: string[][]) => ({
      arg: { ...OKX, channel: 'books' },
      action,
      data: [{ asks: [['61800.3', '20', '0', '1']], bids, ts: '1000', checksum: 0, seqId, prevSeqId }],
    })
    const subscriptions = { 'books:BTC/USDT:USDT': true }
    const harness = openFeedHarness('okx', { subscriptions })
    expect(harness.receive(message('update', 4, 3, []))).toEqual([])
    const sides = { bids: [{ price: 618_002, quantity: 25 }], asks: [{ price: 618_003, quantity: 200 }] }
    expect(harness.receive(message('snapshot', 5, -1, [['61800.2', '2.5', '0', '1']]))).toEqual([
      { kind: 'bookSnapshot', snapshot: { symbol: 'BTCUSDT', sequence: 5, ...sides, exchangeTimeMs: 1_000 } },
    ])
    const [delta] = harness.receive(message('update', 9, 5, [['61800.2', '0', '0', '0']]))
    const gone = [{ price: 618_002, quantity: 0 }]
    expect(delta).toMatchObject({ delta: { previousSequence: 5, lastSequence: 9, bids: gone, asks: [] } })
    expect(kinds(harness, message('update', 20, 12, []))).toEqual(['bookLost'])
    expect(kinds(harness, message('update', 21, 20, []))).toEqual([])
  })

  it('invalidates the order book immediately on a wrong Bitget checksum, and drops the changes that follow', () => {
    const harness = openFeedHarness('bitget')
    const message = (action: string, bids: string[][], checksum?: number) => ({
      action,
      arg: { ...BITGET, channel: 'books' },
      data: [{ asks: action === 'snapshot' ? [['61800.3', '20']] : [], bids, ts: '1000', checksum }],
    })
    expect(kinds(harness, message('snapshot', [['61800.2', '2.5']]))).toEqual(['bookSnapshot'])
    const { library } = harness
    const checksum: number = library.crc32('61800.2:2.6:61800.3:20', true)
    expect(kinds(harness, message('update', [['61800.2', '2.6']], checksum))).toEqual(['bookDelta'])
    expect(kinds(harness, message('update', [['61800.2', '2.7']], checksum))).toEqual(['bookLost'])
    expect(kinds(harness, message('update', [['61800.1', '1']], 7))).toEqual([])
  })

  it('invalidates the order book on a missing Bybit update, which the library does not check', () => {
    const harness = openFeedHarness('bybit')
    const message = (type: string, u: number) => ({
      topic: 'orderbook.200.BTCUSDT',
      type,
      ts: 1_000 + u,
      data: { s: 'BTCUSDT', b: [['61800.20', '2.5']], a: [['61800.30', `${u}`]], u, seq: u * 7 },
    })
    expect(kinds(harness, message('snapshot', 5))).toEqual(['bookSnapshot'])
    expect(kinds(harness, message('delta', 6))).toEqual(['bookDelta'])
    expect(kinds(harness, message('delta', 8))).toEqual(['bookLost'])
    expect(kinds(harness, message('delta', 9))).toEqual([])
    expect(kinds(harness, message('snapshot', 1))).toEqual(['bookSnapshot'])
  })

  it('takes best bid and ask from the ticker with Bybit and Bitget, never older than the order book', () => {
    const bybit = openFeedHarness('bybit')
    const data = { symbol: 'BTCUSDT', bid1Price: '61800.2', bid1Size: '2', ask1Price: '61800.3', ask1Size: '3' }
    const ticker = (ts: number, more: object) => ({ topic: 'tickers.BTCUSDT', type: 'delta', ts, data: more })
    expect(kinds(bybit, { ...ticker(1_000, data), type: 'snapshot' })).toEqual(['quote'])
    const [quote] = bybit.receive(ticker(1_001, { symbol: 'BTCUSDT', bid1Size: '4', bid1Price: '61800.2' }))
    expect(quote).toMatchObject({
      quote: { bid: { quantity: 4_000 }, ask: { quantity: 3_000 }, exchangeTimeMs: 1_001 },
    })
    const bitget = openFeedHarness('bitget')
    const tickerRow = {
      instId: 'BTCUSDT',
      lastPr: '1',
      bidPr: '61800.2',
      askPr: '61800.3',
      bidSz: '2',
      askSz: '3',
      ts: '1000',
    }
    const figures = { markPrice: '61801', fundingRate: '0.0001', nextFundingTime: '9000', holdingAmount: '7.5' }
    const [first, second] = bitget.receive({
      arg: { ...BITGET, channel: 'ticker' },
      data: [{ ...tickerRow, ...figures }],
      ts: 1_000,
    })
    expect(first).toMatchObject({ quote: { bid: { price: 618_002 }, exchangeTimeMs: 1_000 } })
    expect(second).toMatchObject({ markPrice: { mark: 618_010, nextFundingAtMs: 9_000, exchangeTimeMs: 1_000 } })
    const late = { ...tickerRow, bidPr: '61800.4', ts: '900' }
    expect(kinds(bitget, { arg: { ...BITGET, channel: 'ticker' }, data: [late], ts: 900 })).toEqual([])
  })

  it('omits unreadable messages, and counts them', () => {
    const harness = openFeedHarness('binanceusdm')
    expect(harness.receive({ ...TRADES.binanceusdm, p: '61800.35' })).toEqual([])
    expect(harness.receive({ e: 'bookTicker', s: 'BTCUSDT', u: 1, b: '1.05', B: '1', a: '2', A: '1', E: 5 })).toEqual(
      [],
    )
    expect(harness.receive({ e: 'markPriceUpdate', s: 'BTCUSDT', p: 'x', E: 5 })).toEqual([])
    expect(harness.run.unreadable.count).toBe(3)
  })

  it.each(RECORDED_IDS)('is never an error, whatever %s sends', (id) => {
    const harness = openFeedHarness(id)
    const garbage = fc.oneof(
      fc.anything(),
      fc.record({ ...Object.fromEntries(Object.keys(TRADES[id]).map((key) => [key, fc.jsonValue()])) }),
      fc.jsonValue().map((data) => ({ ...TRADES[id], data, T: data, p: data })),
      fc.jsonValue().map((b) => ({ e: 'depthUpdate', s: 'BTCUSDT', U: 1, u: 2, pu: 1, b, a: b })),
    )
    fc.assert(fc.property(garbage, (message) => void harness.receive(message)))
  })
})
