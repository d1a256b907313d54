import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { eventSymbol, type InstrumentEvent, eventTime as timeOf } from '../../../domain/market/market-event.ts'
import { applyDelta, applySnapshot, createOrderBook, type OrderBook } from '../../../domain/market/order-book.ts'
import { TICK_MS } from './agents/tick-view.ts'
import { INSTRUMENT_SPECS, tickSize } from './instrument-specs.ts'
import { createReferencePrice } from './reference-price.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const START_MS = Date.UTC(2026, 10, 21, 9, 41)
const SYMBOLS = INSTRUMENT_SPECS.map(({ instrument }) => instrument.symbol)

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

const computeDigest = (events: readonly InstrumentEvent[]): string => {
  const hash = createHash('sha256')
  for (const event of events) hash.update(JSON.stringify(event, plain))
  return hash.digest('hex')
}

const run = (seed: number, minutes: number, startMs = START_MS): InstrumentEvent[] =>
  createSimulatedMarket({ seed, startMs }).advanceTo(startMs + minutes * MINUTE_MS)

const tenMinutes = run(1, 10)

const of = <Kind extends InstrumentEvent['kind']>(kind: Kind, symbol: string) =>
  tenMinutes.filter(
    (event): event is Extract<InstrumentEvent, { kind: Kind }> => event.kind === kind && eventSymbol(event) === symbol,
  )

describe('createSimulatedMarket', () => {
  it('is the same market byte for byte for the same seed and start, however it is advanced', () => {
    const market = createSimulatedMarket({ seed: 1, startMs: START_MS })
    const inSteps: InstrumentEvent[] = []
    for (let at = START_MS; at <= START_MS + 10 * MINUTE_MS; at += 730) inSteps.push(...market.advanceTo(at))
    inSteps.push(...market.advanceTo(START_MS + 10 * MINUTE_MS))
    expect(computeDigest(inSteps)).toBe(computeDigest(tenMinutes))
    expect(market.timeMs).toBe(START_MS + 10 * MINUTE_MS)
  })

  it('differs for another seed', () => {
    expect(computeDigest(run(2, 1))).not.toBe(computeDigest(run(1, 1)))
  })

  it('generates the same market for a symbol whatever else is listed', () => {
    const alone = createSimulatedMarket({ seed: 1, startMs: START_MS, specs: INSTRUMENT_SPECS.slice(1, 2) })
    const events = alone.advanceTo(START_MS + MINUTE_MS)
    expect(events).toEqual(run(1, 1).filter((event) => eventSymbol(event) === 'ETHUSDT'))
  })

  it('publishes nothing of an unfinished tick, and pauses when time runs back', () => {
    const market = createSimulatedMarket({ seed: 1, startMs: START_MS })
    expect(market.advanceTo(START_MS + TICK_MS - 1)).toEqual([])
    const first = market.advanceTo(START_MS + TICK_MS)
    expect(first.filter(({ kind }) => kind === 'bookSnapshot').map(eventSymbol)).toEqual(SYMBOLS)
    expect(first.map(({ kind }) => kind).filter((kind) => kind === 'markPrice')).toHaveLength(SYMBOLS.length)
    expect(market.advanceTo(START_MS)).toEqual([])
  })

  it('publishes a fresh snapshot at the next tick on request', () => {
    const market = createSimulatedMarket({ seed: 1, startMs: START_MS })
    market.advanceTo(START_MS + SECOND_MS)
    market.requestBook('ETHUSDT')
    market.requestBook('NOSUCHUSDT')
    const [requested] = market.advanceTo(START_MS + SECOND_MS + TICK_MS).filter(({ kind }) => kind === 'bookSnapshot')
    expect(requested && [eventSymbol(requested), timeOf(requested)]).toEqual(['ETHUSDT', START_MS + SECOND_MS])
    expect(market.advanceTo(START_MS + 2 * SECOND_MS).some(({ kind }) => kind === 'bookSnapshot')).toBe(false)
  })

  it('continues the numbering of an earlier run', () => {
    const later = run(1, 1, START_MS + 10 * MINUTE_MS)
    const listNumbers = (events: readonly InstrumentEvent[]) =>
      events.flatMap((event) => {
        if (event.kind === 'trade') return [Number(event.trade.tradeId) / 10_000]
        return event.kind === 'bookDelta' ? [event.delta.lastSequence] : []
      })
    expect(Math.min(...listNumbers(later))).toBeGreaterThan(Math.max(...listNumbers(tenMinutes)))
  })
})

describe.each(SYMBOLS)('the market of %s', (symbol) => {
  const events = tenMinutes.filter((event) => eventSymbol(event) === symbol)

  it('never runs back in time', () => {
    const times = events.map((event) => timeOf(event) ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('trades at least forty times a minute, on both sides, under rising ids', () => {
    const trades = of('trade', symbol).map(({ trade }) => trade)
    expect(trades.length).toBeGreaterThan(symbol === 'BTCUSDT' ? 1_000 : 400)
    const bought = trades.filter(({ takerSide }) => takerSide === 'BUY').length
    expect(bought / trades.length).toBeGreaterThan(0.3)
    expect(bought / trades.length).toBeLessThan(0.7)
    const ids = trades.map(({ tradeId }) => Number(tradeId))
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    for (const { quantity } of trades) expect(quantity).toBeGreaterThan(0)
  })

  it('publishes the mark price once a second', () => {
    expect(of('markPrice', symbol).map(timeOf)).toEqual(
      Array.from({ length: 600 }, (_, second) => START_MS + second * SECOND_MS),
    )
  })

  it('has a spread of a few ticks', () => {
    const spreads = of('quote', symbol).map(({ quote }) => quote.ask.price - quote.bid.price)
    const sorted = spreads.sort((a, b) => a - b)
    expect(sorted[0]).toBeGreaterThan(0)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(4)
    expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(12)
  })
})

/** Takes an event as a listener would, and checks that its book is in step. */
const listen = (book: OrderBook, event: InstrumentEvent): void => {
  if (event.kind === 'bookSnapshot') expect(applySnapshot(book, event.snapshot)).toBe(true)
  if (event.kind === 'bookDelta') expect(applyDelta(book, event.delta)).toBe('applied')
  if (event.kind === 'quote') expect([book.bids.best(), book.asks.best()]).toEqual([event.quote.bid, event.quote.ask])
}

describe('book, snapshot and deltas', () => {
  it.each(INSTRUMENT_SPECS)('always fold to the order book of the exchange, also from a later snapshot', (spec) => {
    const { symbol } = spec.instrument
    const market = createSimulatedMarket({ seed: 5, startMs: START_MS, specs: [spec] })
    const book = createOrderBook()
    for (let at = START_MS + TICK_MS; at <= START_MS + 2 * MINUTE_MS; at += TICK_MS) {
      if (at === START_MS + MINUTE_MS) market.requestBook(symbol)
      for (const event of market.advanceTo(at)) listen(book, event)
      expect(book.bids.top(1_000)).toEqual(market.book(symbol)?.top('BUY', 1_000))
      expect(book.asks.top(1_000)).toEqual(market.book(symbol)?.top('SELL', 1_000))
    }
  })

  it('connect to a snapshot requested between deltas', () => {
    const market = createSimulatedMarket({ seed: 5, startMs: START_MS, specs: INSTRUMENT_SPECS.slice(0, 1) })
    market.advanceTo(START_MS + SECOND_MS)
    const before = market.advanceTo(START_MS + 2 * SECOND_MS)
    market.requestBook('BTCUSDT')
    const after = market.advanceTo(START_MS + 3 * SECOND_MS)
    const book = createOrderBook()
    const deltas = before.flatMap((event) => (event.kind === 'bookDelta' ? [event.delta] : []))
    expect(new Set(deltas.map((delta) => applyDelta(book, delta)))).toEqual(new Set(['buffered']))
    for (const event of after) listen(book, event)
    expect(book.bids.top(1_000)).toEqual(market.book('BTCUSDT')?.top('BUY', 1_000))
  })

  it.each([1, 2, 3])('seed %i: is at least fifty levels deep and within ten basis points of the mark', (seed) => {
    const startMs = START_MS + seed * 1_234 * MINUTE_MS
    const market = createSimulatedMarket({ seed, startMs })
    const references = INSTRUMENT_SPECS.map((spec) => ({ spec, reference: createReferencePrice(seed, spec) }))
    for (let at = startMs + TICK_MS; at <= startMs + 4 * MINUTE_MS; at += TICK_MS) {
      market.advanceTo(at)
      for (const { spec, reference } of references) {
        const book = market.book(spec.instrument.symbol)
        const mid = ((book?.best('BUY')?.price ?? 0) + (book?.best('SELL')?.price ?? 0)) / 2
        expect(Math.abs((mid * tickSize(spec)) / reference.mark(at) - 1)).toBeLessThan(0.001)
        if (at % MINUTE_MS !== 0) continue
        expect(book?.top('BUY', 50)).toHaveLength(50)
        expect(book?.top('SELL', 50)).toHaveLength(50)
      }
    }
  })
})

describe('an order entered from outside', () => {
  const bitcoin = INSTRUMENT_SPECS.slice(0, 1)

  const openMarket = () => {
    const market = createSimulatedMarket({ seed: 1, startMs: START_MS, specs: bitcoin })
    market.advanceTo(START_MS + SECOND_MS)
    const book = market.book('BTCUSDT')
    if (!book) throw new Error('BTCUSDT is not listed')
    return { market, book }
  }

  it('is filled when the price passes its resting order, and the trade is published', () => {
    const { market, book } = openMarket()
    const price = ticks((book.best('BUY')?.price ?? 0) - 400)
    const { restingId } = book.place({ side: 'BUY', price, quantity: lots(700), timeInForce: 'GTC' })
    if (restingId === undefined) throw new Error('the order does not rest')
    const events = market.advanceTo(START_MS + 30 * MINUTE_MS)
    const traded = events.flatMap((event) =>
      event.kind === 'trade' && event.trade.price === price ? [event.trade] : [],
    )
    expect(book.best('BUY')?.price).toBeLessThan(price)
    expect(book.restingQuantity(restingId)).toBe(0)
    expect(traded.reduce((total, { quantity }) => total + quantity, 0)).toBeGreaterThanOrEqual(700)
  })

  it('that takes a full side is followed by new liquidity', () => {
    const { market, book } = openMarket()
    book.place({ side: 'BUY', price: null, quantity: lots(1e12), timeInForce: 'IOC' })
    expect(book.best('SELL')).toBeUndefined()
    market.advanceTo(START_MS + 3 * SECOND_MS)
    expect(book.top('SELL', 50)).toHaveLength(50)
  })
})
