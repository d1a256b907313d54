import { describe, expect, it, onTestFinished } from 'vitest'
import { listedSymbols, loadListings } from '../../server/adapters/exchanges/ccxt/market/index.ts'
import { readTrade } from '../../server/adapters/exchanges/ccxt/market/read-trade.ts'
import { printDecimal } from '../../server/core/decimal.ts'
import type { Grid } from '../../server/core/grid.ts'
import { watchMarket } from '../support/watched-market.ts'
import { type Body, type Depth, HAS_BODIES, streamOf2021 } from './binance-bodies.ts'
import { openListener, type RecordedListener } from './recorded-listener.ts'

type Recorded = ReturnType<typeof streamOf2021>

const openRecorded = async (): Promise<{ listener: RecordedListener; recorded: Recorded }> => {
  const recorded = streamOf2021()
  const depth = ({ query }: { readonly query: Readonly<Record<string, string>> }) =>
    recorded.readDepth(query.symbol ?? '')
  const answers = { 'GET /fapi/v1/exchangeInfo': recorded.exchangeInfo, 'GET /fapi/v1/depth': depth }
  const listener = await openListener('binanceusdm', { answers, symbols: recorded.symbols })
  onTestFinished(() => listener.close())
  return { listener, recorded }
}

const getListing = ({ listings }: RecordedListener, message: Body) => {
  const listing = listings.get(String(message.s))
  if (!listing) throw new Error(`${message.s} is not listed`)
  return listing
}

/** Quantities by price, as in the messages. */
interface RawBook {
  readonly lastUpdateId: number
  readonly bids: Map<number, number>
  readonly asks: Map<number, number>
}

const change = (side: Map<number, number>, rows: unknown): void => {
  for (const [price, quantity] of rows as [string, string][]) {
    if (Number(quantity) === 0) side.delete(Number(price))
    else side.set(Number(price), Number(quantity))
  }
}

const rawBook = ({ lastUpdateId, bids, asks }: Depth): RawBook => {
  const book: RawBook = { lastUpdateId, bids: new Map(), asks: new Map() }
  change(book.bids, bids)
  change(book.asks, asks)
  return book
}

const update = (book: RawBook, { u, b, a }: Body): void => {
  if (Number(u) < book.lastUpdateId) return
  change(book.bids, b)
  change(book.asks, a)
}

const readTouch = ({ bids, asks }: RawBook) => {
  const [bid, ask] = [Math.max(...bids.keys()), Math.min(...asks.keys())]
  return [bid, bids.get(bid), ask, asks.get(ask)]
}

const toNumbers = (...values: readonly unknown[]): number[] => values.map(Number)

describe.skipIf(!HAS_BODIES)('half a minute of four Binance markets in 2021', () => {
  it('has the best bid and ask of the messages after every update', async () => {
    const { listener, recorded } = await openRecorded()
    const watched = watchMarket(
      [...listener.listings.values()].map(({ instrument }) => ({ kind: 'instrument', instrument })),
    )
    const raw = new Map(recorded.symbols.map((symbol) => [symbol, rawBook(recorded.readDepth(symbol))]))
    const joins = recorded.symbols.map((symbol) => listener.keepBook(symbol))
    const before = recorded.messages.slice(0, 100)
    const after = recorded.messages.slice(100).filter(({ e }) => e === 'depthUpdate')
    const handleMessage = (message: Body): void => {
      const book = raw.get(String(message.s))
      if (book && message.e === 'depthUpdate') update(book, message)
      for (const event of listener.receive(message)) watched.receive(event)
    }
    before.forEach(handleMessage)
    for (const { join } of joins) for (const event of await join()) watched.receive(event)
    for (const message of after) {
      handleMessage(message)
      const { price } = getListing(listener, message).instrument
      const { book } = watched.entry(String(message.s))
      const [bid, ask] = [book.bids.best(), book.asks.best()]
      const touch = toNumbers(price.print(bid?.price ?? 0), bid?.quantity, price.print(ask?.price ?? 0), ask?.quantity)
      expect(touch).toEqual(readTouch(raw.get(String(message.s)) as RawBook))
    }
    expect(after.length).toBeGreaterThan(600)
    expect(listener.unreadable.count).toBe(0)
  })

  it('has the quotes of the messages', async () => {
    const { listener, recorded } = await openRecorded()
    const messages = recorded.messages.filter(({ e }) => e === 'bookTicker')
    for (const message of messages) {
      const { price } = getListing(listener, message).instrument
      const quotes = listener.receive(message).map((event) => (event.kind === 'quote' ? event.quote : undefined))
      const quoteNumbers = quotes.map(
        (quote) =>
          quote &&
          toNumbers(price.print(quote.bid.price), quote.bid.quantity, price.print(quote.ask.price), quote.ask.quantity),
      )
      expect(quoteNumbers).toEqual([toNumbers(message.b, message.B, message.a, message.A)])
      expect(quotes[0]).toMatchObject({ sequence: message.u, exchangeTimeMs: message.E })
    }
    expect(messages).toHaveLength(613)
  })

  it('has the trades of the messages', async () => {
    const { listener, recorded } = await openRecorded()
    const messages = recorded.messages.filter(({ e }) => e === 'aggTrade')
    for (const message of messages) {
      const listing = getListing(listener, message)
      const parsed = listener.streams.parseTrade(message as never, listener.streams.market(listing.unified))
      const read = readTrade(parsed, listing)
      if (!read.ok) throw new Error(read.error)
      const { tradeId, price, quantity, takerSide, tradedAtMs } = read.value
      expect([tradeId, takerSide, tradedAtMs]).toEqual([String(message.a), message.m ? 'SELL' : 'BUY', message.T])
      expect(toNumbers(listing.instrument.price.print(price), quantity)).toEqual(toNumbers(message.p, message.q))
    }
    expect(messages).toHaveLength(91)
  })

  it('lists the USDT perpetuals that were trading, with the increments of their filters', async () => {
    const { listener, recorded } = await openRecorded()
    const traded = recorded.exchangeInfo.symbols.filter(
      ({ contractType, status, quoteAsset }) =>
        contractType === 'PERPETUAL' && status === 'TRADING' && quoteAsset === 'USDT',
    )
    expect(traded).toHaveLength(117)
    expect(listedSymbols(listener.client)).toEqual(traded.map(({ symbol }) => String(symbol)).toSorted())
    const listings = loadListings(listener.client, listedSymbols(listener.client))
    if (!listings.ok) throw new Error('not listed')
    const readStep = (grid: Grid | undefined): number => Number(grid ? printDecimal(grid.step) : Number.NaN)
    for (const { symbol, filters } of traded) {
      const filter = (type: string) => (filters as Body[]).find(({ filterType }) => filterType === type) ?? {}
      const listing = listings.value.get(String(symbol))
      const { tickSize, stepSize, notional } = {
        ...filter('PRICE_FILTER'),
        ...filter('LOT_SIZE'),
        ...filter('MIN_NOTIONAL'),
      }
      const { multiplierUp, multiplierDown } = { ...filter('PERCENT_PRICE') }
      const steps = [
        readStep(listing?.instrument.price),
        readStep(listing?.instrument.quantity),
        readStep(listing?.amounts),
      ]
      expect(steps).toEqual(toNumbers(tickSize, stepSize, stepSize))
      const least = listing?.instrument.minNotional
      expect(least && Number(printDecimal(least))).toBe(Number(notional))
      const { up, down } = listing?.instrument.priceBand ?? {}
      expect(toNumbers(up && printDecimal(up), down && printDecimal(down))).toEqual(
        toNumbers(multiplierUp, multiplierDown),
      )
    }
  })
})
