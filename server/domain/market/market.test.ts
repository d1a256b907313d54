import { beforeEach, describe, expect, it } from 'vitest'
import {
  aCandle,
  aDelta,
  anInstrument,
  aQuote,
  aSnapshot,
  aTrade,
  at,
  NOON_MS,
} from '../../../test/support/market-samples.ts'
import { createMarket, type Market, observe } from './market.ts'
import type { MarketEvent } from './market-event.ts'

/** Our clock runs a little behind the exchange's, as clocks do. */
const LAG_MS = 40

let market: Market

const receive = (event: MarketEvent, receivedAtMs = NOON_MS - LAG_MS) => observe(market, event, receivedAtMs)

const receiveTrade = (symbol: string, atMs: number, sequence: number | null = null) =>
  receive({ kind: 'trade', trade: aTrade({ symbol, at: atMs, sequence }) })

const receiveQuote = (symbol: string, atMs: number) =>
  receive({ kind: 'quote', quote: aQuote({ symbol, exchangeTimeMs: atMs }) })

const goLive = (symbol: string, sinceMs = NOON_MS) =>
  receive({ kind: 'stream', change: { symbol, state: 'live', sinceMs } })

const getEntry = (symbol: string) => {
  const entry = market.instruments.get(symbol)
  if (!entry) throw new Error(`${symbol} is not listed`)
  return entry
}

beforeEach(() => {
  market = createMarket()
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    receive({ kind: 'instrument', instrument: anInstrument({ symbol }) })
    goLive(symbol)
  }
})

describe('a market', () => {
  it('ignores all events of an instrument that was never listed', () => {
    const symbol = 'XRPUSDT'
    const events: MarketEvent[] = [
      { kind: 'trade', trade: aTrade({ symbol, at: at(9) }) },
      { kind: 'history', candle: aCandle({ symbol }) },
      { kind: 'stream', change: { symbol, state: 'lost' } },
      { kind: 'bookSnapshot', snapshot: aSnapshot({ symbol }) },
      { kind: 'bookDelta', delta: aDelta(1, 2, 0, { symbol }) },
    ]
    for (const event of events) expect(receive(event)).toEqual({ closed: [] })
    expect([...market.instruments.keys()]).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(market.clockMs).toBe(0)
  })

  it('closes the minute of a quiet instrument when an event of another advances the clock', () => {
    receiveTrade('BTCUSDT', at(0, 10))
    receiveTrade('ETHUSDT', at(0, 20))
    expect(receiveQuote('ETHUSDT', at(1, 1)).closed).toEqual([])
    const { closed } = receiveQuote('ETHUSDT', at(1, 2))
    expect(closed.map(({ symbol, interval, openMs }) => [symbol, interval, openMs])).toEqual([
      ['BTCUSDT', '1m', NOON_MS],
      ['ETHUSDT', '1m', NOON_MS],
    ])
  })

  it('closes a minute once, whichever event proves that it is over', () => {
    receiveTrade('BTCUSDT', at(0, 10))
    const closings = [
      receiveTrade('BTCUSDT', at(1, 5)),
      receiveTrade('BTCUSDT', at(1, 6)),
      receiveQuote('ETHUSDT', at(1, 7)),
      receiveQuote('BTCUSDT', at(1, 59)),
    ].map(({ closed }) => closed.length)
    expect(closings).toEqual([1, 0, 0, 0])
  })

  it('records when the last event arrived, by the local clock and by that of the exchange', () => {
    receive({ kind: 'trade', trade: aTrade({ at: at(0, 10) }) }, at(0, 9))
    receive({ kind: 'trade', trade: aTrade({ at: at(0, 8) }) }, at(0, 11))
    expect(getEntry('BTCUSDT')).toMatchObject({ observedAtMs: at(0, 11), exchangeTimeMs: at(0, 10) })
    expect(getEntry('ETHUSDT').observedAtMs).toBeUndefined()
  })

  it('does not count history or a stream change as an event', () => {
    receive({ kind: 'history', candle: aCandle({ symbol: 'ETHUSDT' }) })
    goLive('ETHUSDT')
    expect(getEntry('ETHUSDT')).toMatchObject({ observedAtMs: undefined, exchangeTimeMs: undefined })
  })

  it('returns the order book that has lost its sequence', () => {
    expect(receive({ kind: 'bookSnapshot', snapshot: aSnapshot() })).toEqual({ closed: [] })
    expect(receive({ kind: 'bookDelta', delta: aDelta(101, 110, 100) })).toEqual({ closed: [] })
    expect(receive({ kind: 'bookDelta', delta: aDelta(121, 130, 120) })).toEqual({ closed: [], bookLost: 'BTCUSDT' })
    expect(receive({ kind: 'bookDelta', delta: aDelta(131, 140, 130) })).toEqual({ closed: [] })
    expect(receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ sequence: 50 }) }).bookLost).toBe('BTCUSDT')
    expect(receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ sequence: 125 }) }).bookLost).toBeUndefined()
    expect(getEntry('BTCUSDT').book).toMatchObject({ state: 'SYNCED', sequence: 140 })
  })

  it('sums the closed minutes of a day', () => {
    receiveTrade('BTCUSDT', at(0, 10))
    receiveTrade('BTCUSDT', at(2, 10))
    expect(getEntry('BTCUSDT').day.summary(undefined)).toMatchObject({ openMs: NOON_MS, tradeCount: 1 })
    expect(getEntry('BTCUSDT').day.knownToMs).toBe(at(2))
  })

  it('accepts new filters, and discards what was counted in other ticks', () => {
    receiveTrade('BTCUSDT', at(0, 10))
    receive({ kind: 'instrument', instrument: anInstrument({ tickSize: '0.10', maxLeverage: 50 }) })
    expect(getEntry('BTCUSDT').tape.count).toBe(1)
    expect(getEntry('BTCUSDT').instrument.maxLeverage).toBe(50)
    receive({ kind: 'instrument', instrument: anInstrument({ tickSize: '0.01' }) })
    expect(getEntry('BTCUSDT')).toMatchObject({ stream: 'awaited', lastTrade: undefined })
    expect(getEntry('BTCUSDT').tape.count).toBe(0)
  })
})

describe('an instrument that trades', () => {
  it('accepts a numbered trade once and in order', () => {
    for (const sequence of [7, 7, 8, 6, 9]) receiveTrade('BTCUSDT', at(0, sequence), sequence)
    const { tape, lastTrade, sequence } = getEntry('BTCUSDT')
    expect(tape.newest(9).map((trade) => trade.sequence)).toEqual([9, 8, 7])
    expect([lastTrade?.sequence, sequence]).toEqual([9, 9])
  })

  it('accepts every trade of a venue that does not number them', () => {
    for (const seconds of [5, 5, 4]) receiveTrade('BTCUSDT', at(0, seconds))
    expect(getEntry('BTCUSDT').tape.count).toBe(3)
  })

  it('shows a gap in the numbering in its candles', () => {
    receiveTrade('BTCUSDT', at(0, 10), 100)
    receiveTrade('BTCUSDT', at(0, 20), 102)
    expect(receiveQuote('BTCUSDT', at(1, 2)).closed[0]).toMatchObject({
      tradeCount: 2,
      missing: [{ fromMs: at(0, 10), toMs: at(0, 20) + 1 }],
    })
  })

  it('discards order book, quote and numbering when its stream is lost, and retains its trades', () => {
    receive({ kind: 'bookSnapshot', snapshot: aSnapshot() })
    receiveQuote('BTCUSDT', at(0, 5))
    receiveTrade('BTCUSDT', at(0, 10), 100)
    receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'lost' } })
    const entry = getEntry('BTCUSDT')
    expect(entry).toMatchObject({ stream: 'lost', quote: undefined, sequence: null })
    expect(entry.book).toMatchObject({ state: 'RESYNCING' })
    goLive('BTCUSDT', at(0, 30))
    receiveTrade('BTCUSDT', at(0, 40), 5)
    expect(entry.tape.count).toBe(2)
    expect(receiveQuote('BTCUSDT', at(1, 2)).closed[0]?.missing).toEqual([{ fromMs: at(0, 10), toMs: at(0, 30) }])
  })

  it('counts the time up to the last event before its stream was lost as observed', () => {
    receiveTrade('BTCUSDT', at(0, 10))
    receiveQuote('BTCUSDT', at(0, 25))
    receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'lost' } })
    goLive('BTCUSDT', at(0, 30))
    expect(receiveQuote('BTCUSDT', at(1, 2)).closed[0]?.missing).toEqual([{ fromMs: at(0, 25), toMs: at(0, 30) }])
  })

  it('retains its last state when its market has ended, and closes elapsed candles', () => {
    receive({ kind: 'bookSnapshot', snapshot: aSnapshot() })
    receiveTrade('BTCUSDT', at(0, 59))
    receiveQuote('BTCUSDT', at(1, 1))
    const { closed } = receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'ended' } })
    expect(closed.map(({ openMs }) => openMs)).toEqual([NOON_MS])
    expect(getEntry('BTCUSDT')).toMatchObject({ stream: 'ended', book: { state: 'SYNCED' } })
    expect(getEntry('BTCUSDT').quote).toBeDefined()
  })

  it('changes the version of each thing that an event changed', () => {
    const versions = () => ({ ...getEntry('BTCUSDT').versions })
    const before = versions()
    receiveQuote('BTCUSDT', at(0, 1))
    expect(versions()).toEqual({ ...before, ticker: before.ticker + 1 })
    receive({ kind: 'bookSnapshot', snapshot: aSnapshot() })
    expect(versions()).toMatchObject({ book: before.book + 1, candles: before.candles })
    receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'lost' } })
    expect(versions().candles).toBeGreaterThan(before.candles)
    expect(versions().book).toBe(before.book + 2)
  })
})
