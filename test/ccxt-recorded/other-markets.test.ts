import ccxt from 'ccxt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCandle } from '../../server/adapters/exchanges/ccxt/market/history.ts'
import { type LibraryMarket, readListing } from '../../server/adapters/exchanges/ccxt/market/listings.ts'
import { readTrade } from '../../server/adapters/exchanges/ccxt/market/read-trade.ts'
import { readQuote } from '../../server/adapters/exchanges/ccxt/market/receive-message.ts'
import { decimal, printDecimal } from '../../server/core/decimal.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import { A_GATE_CONTRACT, A_GATE_QUOTE, A_GATE_TRADE, BODIES } from './market-bodies.ts'
import { openListener, type RecordedListener } from './recorded-listener.ts'

const IDS = ['bybit', 'okx', 'bitget'] as const
type Id = (typeof IDS)[number]

const AT_MS = 1_789_999_999_000

const open = async (id: Id): Promise<RecordedListener> => {
  const listener = await openListener(id, { answers: BODIES[id].answers, symbols: ['BTCUSDT'] })
  onTestFinished(() => listener.close())
  return listener
}

const level = (price: number, quantity: number) => ({ price: ticks(price), quantity: lots(quantity) })

/**
 * Expected results of the messages: prices in half dollars, tenths and half dollars; all quantities in thousandths of
 * a coin.
 */
const EXPECTED = {
  bybit: {
    lot: '0.001',
    trade: { price: 33_157, quantity: 12, tradeId: '20f43950-d8dd-5b31-9112-a178eb6023af' },
    snapshot: { bids: [level(32_987, 6), level(32_986, 100)], asks: [level(33_222, 29), level(33_224, 213)] },
    update: { bids: [level(32_987, 0)], asks: [level(33_221, 500)] },
    quote: { bid: level(34_431, 84_489), ask: level(34_432, 83_020) },
    figures: { mark: 34_435, index: 34_455, fundingRate: decimal('-0.000212'), openInterest: decimal('68744.761') },
  },
  okx: {
    lot: '0.001',
    trade: { price: 422_199, quantity: 125, tradeId: '130639474' },
    snapshot: { bids: [level(316_849, 10), level(316_829, 3)], asks: [level(316_850, 782), level(316_851, 1)] },
    update: { bids: [level(316_849, 0), level(316_848, 2)], asks: [level(316_849, 40)] },
    quote: { bid: level(362_321, 5), ask: level(362_322, 18) },
    figures: { mark: 362_322, index: null, fundingRate: null, openInterest: null },
  },
  bitget: {
    lot: '0.001',
    trade: { price: 87_709, quantity: 53, tradeId: '1116461060594286593' },
    snapshot: { bids: [level(42_081, 41), level(42_080, 43)], asks: [level(42_082, 44), level(42_083, 41)] },
    update: { bids: [level(42_081, 1_335)], asks: [level(42_082, 0)] },
    quote: { bid: level(86_952, 100), ask: level(86_953, 3_055) },
    figures: { mark: 86_953, index: 86_957, fundingRate: decimal('0.000096'), openInterest: decimal('50670.787') },
  },
} as const

/** The first of a kind. */
const ofKind = (events: ReturnType<RecordedListener['receive']>, kind: string) =>
  events.filter((event) => event.kind === kind)

describe.each(IDS)('market data of %s', (id) => {
  const bodies = BODIES[id]
  const expected = EXPECTED[id]

  it('of an instrument is read with the lot size in the base currency', async () => {
    const { listings } = await open(id)
    const { quantity } = listings.get('BTCUSDT')?.instrument ?? {}
    expect(quantity && printDecimal(quantity.step)).toBe(expected.lot)
  })

  it('of trades is read in ticks and lots, with the taker side', async () => {
    const listener = await open(id)
    expect(listener.receive(bodies.trade)).toMatchObject([
      { kind: 'trade', trade: { ...expected.trade, takerSide: 'SELL', tradedAtMs: AT_MS } },
    ])
    expect(listener.receive(bodies.trade)).toEqual([])
  })

  it('of an order book is read from its first snapshot on', async () => {
    const listener = await open(id)
    expect(listener.receive(bodies.update)).toEqual([])
    expect(listener.receive(bodies.snapshot)).toMatchObject([
      { kind: 'bookSnapshot', snapshot: { ...expected.snapshot, exchangeTimeMs: AT_MS } },
    ])
    expect(listener.receive(bodies.update)).toMatchObject([
      { kind: 'bookDelta', delta: { ...expected.update, exchangeTimeMs: AT_MS + 20 } },
    ])
  })

  it('replaces the previous order book when a new snapshot arrives', async () => {
    const listener = await open(id)
    listener.receive(bodies.snapshot)
    listener.receive(bodies.update)
    const anew = listener.receive(bodies.snapshot)
    expect(anew.map(({ kind }) => kind)).toEqual(['bookLost', 'bookSnapshot'])
    expect(anew.at(-1)).toMatchObject({ snapshot: expected.snapshot })
  })

  it('of best prices and statistics is read', async () => {
    const listener = await open(id)
    expect(ofKind(listener.receive(bodies.quote), 'quote')).toMatchObject([{ quote: expected.quote }])
    expect(ofKind(listener.receive(bodies.figures), 'markPrice')).toMatchObject([{ markPrice: expected.figures }])
    expect(listener.unreadable.count).toBe(0)
  })
})

describe('an order book that has lost an update', () => {
  it.each([
    ['bybit', { topic: 'orderbook.200.BTCUSDT', data: { s: 'BTCUSDT', b: [], a: [], u: 18_521_290 } }],
    ['okx', { data: [{ asks: [], bids: [], ts: String(AT_MS), prevSeqId: 123_457, seqId: 123_460 }] }],
    ['bitget', { data: [{ asks: [], bids: [['21000.0', '1']], checksum: 1, seq: 2, ts: String(AT_MS) }] }],
  ] as const)('of %s is invalidated', async (id, wrong) => {
    const listener = await open(id)
    listener.receive(BODIES[id].snapshot)
    const events = listener.receive({ ...(BODIES[id].update as object), ...wrong })
    expect(events).toEqual([{ kind: 'bookLost', symbol: 'BTCUSDT' }])
    expect(listener.receive(BODIES[id].update)).toEqual([])
  })
})

it('omits trades that Bybit marks as block trades', async () => {
  const listener = await open('bybit')
  const { data, ...rest } = BODIES.bybit.trade as { data: readonly object[] }
  expect(listener.receive({ ...rest, data: data.map((trade) => ({ ...trade, BT: true })) })).toEqual([])
})

describe('an exchange without trading support (Gate), read through the library', () => {
  const gate = new ccxt.pro.gate({ number: String as never })
  const market = gate.parseContractMarket(A_GATE_CONTRACT as never, 'usdt')
  gate.setMarkets([market])
  const unified = gate.market('BTC/USDT:USDT')
  const listing = readListing(unified as LibraryMarket)

  it('lists contracts of a fraction of a coin', () => {
    expect(listing?.instrument).toMatchObject({ symbol: 'BTCUSDT', maxLeverage: 100 })
    const { price, quantity } = listing?.instrument ?? {}
    expect([price, quantity, listing?.amounts].map((grid) => grid && printDecimal(grid.step))).toEqual([
      '0.1',
      '0.0001',
      '1',
    ])
    expect(readListing({ ...(unified as LibraryMarket), active: false })).toBeUndefined()
  })

  const tradeIn = (changed: object) => {
    const parsed = gate.parseTrade({ ...A_GATE_TRADE, ...changed } as never, unified)
    return listing && readTrade(parsed, listing)
  }

  it('reads the side of a trade from the sign of its size', () => {
    const common = { symbol: 'BTCUSDT', tradeId: '442288327', price: 955_948, quantity: 105 }
    expect(tradeIn({})).toMatchObject({ value: { ...common, takerSide: 'SELL', tradedAtMs: 1_739_814_676_707 } })
    expect(tradeIn({ size: '105' })).toMatchObject({ value: { ...common, takerSide: 'BUY' } })
  })

  it.each([
    ['a part of a contract', { size: '0.5' }],
    ['no contract', { size: 0 }],
    ['a price between ticks', { price: '95594.85' }],
    ['no price', { price: undefined }],
    ['no number', { id: undefined }],
  ])('is rejected when it reports %s', (_what, changed) => {
    expect(tradeIn(changed)).toMatchObject({ ok: false })
  })

  it('reports best prices in contracts', () => {
    const read = listing && readQuote(gate.parseTicker(A_GATE_QUOTE as never, unified), listing)
    expect(read).toMatchObject({
      value: { bid: level(167_168, 134), ask: level(167_169, 353), sequence: 9_793_320_464 },
    })
  })

  it('rejects candles that are not rows', () => {
    const candle = { t: 1_632_873_600, o: '41025', h: '41882.1', c: '41776.9', l: '40783.9', v: 2_500 }
    const columns = { volume: 5, turnover: 6, count: null, takerBuy: null }
    expect(listing && readCandle(candle, listing, columns)).toMatchObject({ ok: false })
    expect(listing && readCandle(gate.parseOHLCV(candle as never, unified), listing, columns)).toMatchObject({
      ok: false,
    })
  })
})
