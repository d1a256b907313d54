import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listenTo, ofKind } from '../../../../test/support/listener.ts'
import {
  BEGUN_MS,
  inStream,
  recordingLine,
  someLines,
  wireAggTrade,
  wireDepth,
  wireMarkPrice,
  wireQuote,
  wireSnapshot,
  wireTrade,
  writeRecording,
} from '../../../../test/support/recording.ts'
import { watchMarket } from '../../../../test/support/watched-market.ts'
import { printDecimal } from '../../../core/decimal.ts'
import { MINUTE_MS } from '../../../core/instant.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import { openReplay, type ReplayOptions } from './index.ts'

const open = (path: string, options: Partial<ReplayOptions> = {}) =>
  openReplay({ path, speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0, ...options })

const play = async (lines: readonly string[], options: Partial<ReplayOptions> = {}): Promise<MarketEvent[]> =>
  listenTo(await open(writeRecording(lines), options))

const listChanges = (events: readonly MarketEvent[]) => ofKind(events, 'stream').map(({ change }) => change)

const listTrades = (events: readonly MarketEvent[]) => ofKind(events, 'trade').map(({ trade }) => trade)

const eth = { s: 'ETHUSDT', p: '2450.01', q: '1.500' }

describe('openReplay', () => {
  it('reports what it plays', async () => {
    const replay = await open(writeRecording(someLines(3)))
    expect(replay).toMatchObject({ origin: 'REPLAY', market: 'replay', resumes: false, messages: 3 })
    expect(replay.instruments.map(({ symbol }) => symbol)).toEqual(['BTCUSDT'])
    expect(() => replay.requestBook('BTCUSDT')).not.toThrow()
  })

  it('converts each kind of message into its event', async () => {
    const messages = [
      wireTrade(5),
      wireDepth(100, { b: [['61800.20', '0.000']] }),
      wireQuote(),
      wireSnapshot(),
      wireMarkPrice(),
    ]
    const events = await play(messages.map((message) => recordingLine(message)))
    const symbol = 'BTCUSDT'
    expect(events.slice(2, -1)).toEqual([
      {
        kind: 'trade',
        trade: {
          symbol,
          tradeId: '5',
          sequence: 5,
          price: 618_003,
          quantity: 6,
          takerSide: 'BUY',
          tradedAtMs: BEGUN_MS + 5_000,
        },
      },
      {
        kind: 'bookDelta',
        delta: {
          symbol,
          firstSequence: 91,
          lastSequence: 100,
          previousSequence: 90,
          bids: [{ price: 618_002, quantity: 0 }],
          asks: [{ price: 618_004, quantity: 20 }],
          exchangeTimeMs: BEGUN_MS,
        },
      },
      {
        kind: 'quote',
        quote: {
          symbol,
          sequence: 7,
          bid: { price: 618_002, quantity: 2_507 },
          ask: { price: 618_003, quantity: 2_510 },
          exchangeTimeMs: BEGUN_MS,
        },
      },
      {
        kind: 'bookSnapshot',
        snapshot: {
          symbol,
          sequence: 100,
          bids: [
            { price: 618_002, quantity: 2_909 },
            { price: 618_001, quantity: 696 },
          ],
          asks: [
            { price: 618_003, quantity: 2_525 },
            { price: 618_004, quantity: 3 },
          ],
          exchangeTimeMs: BEGUN_MS,
        },
      },
      {
        kind: 'markPrice',
        markPrice: {
          symbol,
          mark: 618_012,
          index: 617_999,
          fundingRate: { units: 10_000n, scale: 8 },
          fundingIntervalMs: null,
          nextFundingAtMs: Date.UTC(2024, 7, 9),
          fundingRateCap: null,
          fundingRateFloor: null,
          openInterest: null,
          exchangeTimeMs: BEGUN_MS,
        },
      },
    ])
  })

  it('publishes recorded liquidations, and claims to receive them only from the first one on', async () => {
    const o = { s: 'BTCUSDT', S: 'SELL', q: '0.030', p: '61500.00', ap: '61800.32', z: '0.025', T: BEGUN_MS }
    const liquidation = inStream('btcusdt@forceOrder', { e: 'forceOrder', E: BEGUN_MS, o })
    const others = { ...o, s: 'DOGEUSDT' }
    const messages = [
      wireTrade(5),
      wireQuote(),
      liquidation,
      liquidation,
      inStream('!forceOrder@arr', { e: 'forceOrder', o: others }),
    ]
    const events = await play(messages.map((message) => recordingLine(message)))
    expect(events.slice(4, -2)).toEqual([
      { kind: 'liquidationStream', symbol: 'BTCUSDT', sinceMs: BEGUN_MS },
      {
        kind: 'liquidation',
        liquidation: { symbol: 'BTCUSDT', side: 'SELL', price: 618_003, quantity: 25, liquidatedAtMs: BEGUN_MS },
      },
    ])
    expect(ofKind(events, 'liquidation')).toHaveLength(2)
    expect(events.flatMap((event) => (event.kind === 'instrument' ? [event.instrument.symbol] : []))).toEqual([
      'BTCUSDT',
    ])
  })

  it('announces instruments first, each stream with its first event, and their end', async () => {
    const events = await play([
      recordingLine(wireTrade(1, eth)),
      recordingLine(wireTrade(2)),
      recordingLine(wireTrade(3, eth)),
    ])
    expect(events.map(({ kind }) => kind)).toEqual([
      'instrument',
      'instrument',
      'stream',
      'trade',
      'stream',
      'trade',
      'trade',
      'stream',
      'stream',
    ])
    expect(listChanges(events)).toEqual([
      { symbol: 'ETHUSDT', state: 'live', sinceMs: BEGUN_MS + 1_000 },
      { symbol: 'BTCUSDT', state: 'live', sinceMs: BEGUN_MS + 2_000 },
      { symbol: 'ETHUSDT', state: 'ended' },
      { symbol: 'BTCUSDT', state: 'ended' },
    ])
  })

  it('omits what the recording does not contain', async () => {
    const next = await play([recordingLine(wireTrade(1)), recordingLine(wireMarkPrice({ r: '', i: '0.00', T: 0 }))])
    expect(ofKind(next, 'markPrice')[0]?.markPrice).toMatchObject({
      index: null,
      fundingRate: null,
      nextFundingAtMs: null,
    })
    expect(ofKind(next, 'history')).toEqual([])
  })

  it('reports a recorded silence of more than a minute as an interrupted stream', async () => {
    const received = [0, 60_000, 120_001, 121_000]
    const lines = received.map((ms, index) => recordingLine(wireTrade(index + 1, { T: BEGUN_MS + ms }), BEGUN_MS + ms))
    const events = await play(lines)
    expect(listChanges(events)).toEqual([
      { symbol: 'BTCUSDT', state: 'live', sinceMs: BEGUN_MS },
      { symbol: 'BTCUSDT', state: 'lost' },
      { symbol: 'BTCUSDT', state: 'live', sinceMs: BEGUN_MS + 120_001 },
      { symbol: 'BTCUSDT', state: 'ended' },
    ])
    const { entry } = watchMarket(events)
    expect(entry('BTCUSDT').candles.gaps.at(-1)).toEqual({ fromMs: BEGUN_MS + 60_000, toMs: BEGUN_MS + 120_001 })
  })

  it('assigns each order book of a recording of several symbols to its symbol', async () => {
    const ethDepth = { s: 'ETHUSDT', b: [['2450.00', '1.000']], a: [['2450.50', '2.000']] }
    const ethBook = wireSnapshot({ bids: [['2449.99', '5.000']], asks: [['2450.60', '5.000']] })
    const events = await play([
      recordingLine(wireQuote()),
      recordingLine(wireTrade(1, eth)),
      recordingLine(wireDepth(105)),
      recordingLine(wireDepth(105, ethDepth)),
      recordingLine(ethBook),
      recordingLine(wireSnapshot()),
    ])
    const { entry, booksLost } = watchMarket(events)
    const best = (symbol: string) => {
      const { book, instrument } = entry(symbol)
      return [book.state, instrument.price.print(book.bids.best()?.price ?? 0)]
    }
    expect([best('BTCUSDT'), best('ETHUSDT'), booksLost]).toEqual([['SYNCED', '61800.2'], ['SYNCED', '2450.00'], []])
  })

  it('publishes a symbol’s trades from its aggregates when it has no others', async () => {
    const trades = listTrades(
      await play([
        recordingLine(wireAggTrade(7, { ...eth, a: 7, m: true })),
        recordingLine(wireAggTrade(50)),
        recordingLine(wireTrade(100)),
        recordingLine(wireAggTrade(8, { ...eth, a: 8 })),
      ]),
    )
    expect(trades.map(({ symbol, tradeId, sequence, takerSide }) => [symbol, tradeId, sequence, takerSide])).toEqual([
      ['ETHUSDT', '7', 7, 'SELL'],
      ['BTCUSDT', '100', 100, 'BUY'],
      ['ETHUSDT', '8', 8, 'BUY'],
    ])
  })

  it('omits settlements at prices not available to users, without a gap', async () => {
    const settlements = ['INSURANCE_FUND', 'ADL', 'NA']
    const events = await play([
      recordingLine(wireTrade(10)),
      ...settlements.map((X, index) => recordingLine(wireTrade(11 + index, { X, p: '0', q: '0' }))),
      recordingLine(wireTrade(14)),
      recordingLine(wireTrade(16)),
      recordingLine(wireTrade(60)),
    ])
    expect(listTrades(events).map(({ tradeId }) => tradeId)).toEqual(['10', '14', '16', '60'])
    const { closed } = watchMarket(events)
    expect(closed[0]?.missing).toEqual([
      { fromMs: BEGUN_MS - 30_000, toMs: BEGUN_MS + 10_000 },
      { fromMs: BEGUN_MS + 14_000, toMs: BEGUN_MS + 30_000 },
    ])
  })
})

describe('a replay with ticks and lots that do not fit', () => {
  it.each([
    [
      'tick',
      { tickSize: '0.5', lotSize: '0.001' },
      'price 61800.30 of BTCUSDT is not a positive multiple of its tick 0.5',
    ],
    ['lot', { tickSize: '0.1', lotSize: '0.005' }, 'quantity 0.006 of BTCUSDT is not a multiple of its lot 0.005'],
  ])('names the line that is off the %s and the remedy', async (_, steps, fault) => {
    const path = writeRecording([recordingLine({ result: null }), ...someLines(1)])
    const instrumentsPath = writeRecording(JSON.stringify([{ symbol: 'BTCUSDT', ...steps }]))
    const replay = await open(path, { instrumentsPath })
    await expect(listenTo(replay)).rejects.toThrow(
      new MarketSourceError(`${path}, line 2: ${fault}. Specify the right ticks and lots with --instruments FILE.`),
    )
  })

  it.each([
    ['a price of nothing', wireTrade(2, { p: '0.0' })],
    ['a negative price', wireDepth(2, { a: [['-1.0', '0.001']] })],
    ['a negative quantity', wireQuote({ B: '-0.001' })],
    ['a price that is not a number', wireTrade(2, { p: 'much' })],
    ['a mark price of nothing', wireMarkPrice({ p: '0' })],
  ])('refuses %s', async (_, message) => {
    await expect(play([...someLines(1), recordingLine(message)])).rejects.toThrow(/, line 2: .* of BTCUSDT is not /)
  })

  it('omits levels that rest off the tick, but no best price', async () => {
    const instrumentsPath = writeRecording(JSON.stringify([{ symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001' }]))
    const old = ['0.12345', '2.000']
    const book = wireSnapshot({ bids: [['61800.20', '2.909'], old] })
    const delta = wireDepth(105, { b: [old, ['61800.10', '0.500']], a: [] })
    const [, , snapshot, change] = await play([recordingLine(book), recordingLine(delta)], { instrumentsPath })
    expect(snapshot).toMatchObject({ snapshot: { bids: [{ price: 618_002 }] } })
    expect(change).toMatchObject({ delta: { bids: [{ price: 618_001, quantity: 500 }] } })
    await expect(
      play([...someLines(1), recordingLine(wireSnapshot({ bids: [old] }))], { instrumentsPath }),
    ).rejects.toThrow(/, line 2: price 0\.12345 of BTCUSDT is not a positive multiple of its tick 0\.1\./)
  })

  it('applies the given filters', async () => {
    const given = { symbol: 'BTCUSDT', tickSize: '0.05', lotSize: '0.001', minNotional: '100', maxLeverage: 125 }
    const instrumentsPath = writeRecording(JSON.stringify([given]))
    const { instruments } = await open(writeRecording(someLines(1)), { instrumentsPath })
    expect(
      instruments.map(({ price, minNotional, maxLeverage }) => [
        price.print(1),
        minNotional && printDecimal(minNotional),
        maxLeverage,
      ]),
    ).toEqual([['0.05', '100', 125]])
  })
})

describe('a slow or stopped replay', () => {
  it('is paced by the receive time of each message', async () => {
    const lines = [0, 40_000, 80_000].map((ms, index) => recordingLine(wireTrade(index + 1), BEGUN_MS + ms))
    const receivedAtMs: number[] = []
    let now = 0
    const replay = await open(writeRecording(lines), { speed: 2, clock: () => now })
    await listenTo(replay, {
      onEvent: (event) => {
        if (event.kind !== 'trade') return
        receivedAtMs.push(now)
        now += 20_000
      },
    })
    expect(receivedAtMs).toEqual([0, 20_000, 40_000])
  })

  it('ends immediately when it is stopped while it waits', async () => {
    const lines = [recordingLine(wireTrade(1), BEGUN_MS), recordingLine(wireTrade(2), BEGUN_MS + 50_000)]
    const replay = await open(writeRecording(lines), { speed: 1 })
    const events = await listenTo(replay, {
      onEvent: (event, abort) => {
        if (event.kind === 'trade') setImmediate(abort)
      },
    })
    expect(events.map(({ kind }) => kind)).toEqual(['instrument', 'stream', 'trade'])
  })

  it('fails when its file is damaged after it was opened', async () => {
    const path = writeRecording(someLines(3))
    const replay = await open(path)
    writeFileSync(path, `${someLines(2).join('\n')}\ntorn`)
    await expect(listenTo(replay)).rejects.toThrow(/, line 3: it does not begin with a receive time/)
  })

  it('reads messages of combined and single streams alike', async () => {
    const events = await play([recordingLine(inStream('btcusdt@trade', wireTrade(1))), recordingLine(wireTrade(2))])
    expect(listTrades(events)).toHaveLength(2)
    expect(events.at(-1)).toEqual({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'ended' } })
    expect(listTrades(events)[0]?.tradedAtMs).toBeLessThan(BEGUN_MS + MINUTE_MS)
  })
})
