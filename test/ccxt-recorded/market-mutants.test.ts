import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Level } from '../../server/domain/market/order-book.ts'
import type { Trade } from '../../server/domain/market/trade-tape.ts'
import type { Depth } from './binance-bodies.ts'
import { BODIES, RECORDED_IDS, type RecordedId } from './market-bodies.ts'
import { createMutants, valueAt } from './mutants.ts'
import { openListener, type RecordedListener } from './recorded-listener.ts'

type Fields = Readonly<Record<string, string>>

/** Paths of the values within a message. */
interface Places {
  readonly rows: readonly (string | number)[]
  readonly trade: Fields
  readonly bids: readonly (string | number)[]
  readonly asks: readonly (string | number)[]
  readonly quote: Readonly<Record<'bid' | 'bidSize' | 'ask' | 'askSize', readonly (string | number)[]>>
  readonly mark: readonly (string | number)[]
}

const PLACES: Readonly<Record<RecordedId, Places>> = {
  binanceusdm: {
    rows: [],
    trade: { price: 'p', quantity: 'q', id: 't', at: 'T', side: 'm' },
    bids: ['b'],
    asks: ['a'],
    quote: { bid: ['b'], bidSize: ['B'], ask: ['a'], askSize: ['A'] },
    mark: ['p'],
  },
  bybit: {
    rows: ['data'],
    trade: { price: 'p', quantity: 'v', id: 'i', at: 'T', side: 'S' },
    bids: ['data', 'b'],
    asks: ['data', 'a'],
    quote: {
      ...{ bid: ['data', 'bid1Price'], bidSize: ['data', 'bid1Size'] },
      ...{ ask: ['data', 'ask1Price'], askSize: ['data', 'ask1Size'] },
    },
    mark: ['data', 'markPrice'],
  },
  okx: {
    rows: ['data'],
    trade: { price: 'px', quantity: 'sz', id: 'tradeId', at: 'ts', side: 'side' },
    bids: ['data', 0, 'bids'],
    asks: ['data', 0, 'asks'],
    quote: {
      ...{ bid: ['data', 0, 'bids', 0, 0], bidSize: ['data', 0, 'bids', 0, 1] },
      ...{ ask: ['data', 0, 'asks', 0, 0], askSize: ['data', 0, 'asks', 0, 1] },
    },
    mark: ['data', 0, 'markPx'],
  },
  bitget: {
    rows: ['data'],
    trade: { price: 'price', quantity: 'size', id: 'tradeId', at: 'ts', side: 'side' },
    bids: ['data', 0, 'bids'],
    asks: ['data', 0, 'asks'],
    quote: {
      ...{ bid: ['data', 0, 'bidPr'], bidSize: ['data', 0, 'bidSz'] },
      ...{ ask: ['data', 0, 'askPr'], askSize: ['data', 0, 'askSz'] },
    },
    mark: ['data', 0, 'markPrice'],
  },
}

/** The library reads numbers as generously as this, in one way or the other. */
const toNumbers = (value: unknown): readonly number[] => [Number(String(value)), Number.parseFloat(String(value))]

const isPrice = ({ instrument }: Listing, steps: number, value: unknown): boolean =>
  toNumbers(value).includes(Number(instrument.price.print(steps)))

const isQuantity = ({ amounts }: Listing, steps: number, value: unknown): boolean =>
  toNumbers(value).includes(Number(amounts.print(steps)))

/** Values that are not a valid side, in each exchange's terms. */
const NOT_SIDES: Readonly<Record<string, readonly unknown[]>> = {
  BUY: ['sell', 'Sell', true],
  SELL: ['buy', 'Buy'],
}

const isTrade = (listing: Listing, { price, quantity, id, at, side }: Fields, trade: Trade, row: unknown): boolean => {
  const readField = (field = ''): unknown => valueAt(row, field)
  const wrongSides = NOT_SIDES[trade.takerSide] ?? []
  return (
    isPrice(listing, trade.price, readField(price)) &&
    isQuantity(listing, trade.quantity, readField(quantity)) &&
    [id, at].some((field) => String(readField(field)) === trade.tradeId) &&
    toNumbers(readField(at)).includes(trade.tradedAtMs) &&
    !wrongSides.includes(readField(side))
  )
}

const toRows = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Returns whether a level agrees with the message; one without a readable quantity must produce nothing. */
const isLevel = (listing: Listing, { price, quantity }: Level, rows: readonly unknown[]): boolean =>
  rows.some((row) => {
    if (!isPrice(listing, price, valueAt(row, 0))) return false
    const rawQuantity = valueAt(row, 1)
    return isQuantity(listing, quantity, rawQuantity) || (quantity === 0 && !isReadable(listing, rawQuantity))
  })

const isReadable = ({ amounts }: Listing, value: unknown): boolean => {
  const all = toNumbers(value).map((number) => number / Number(amounts.print(1)))
  return all.every(
    (steps) => steps > 0 && Number.isSafeInteger(Math.round(steps)) && Math.abs(steps - Math.round(steps)) < 1e-9,
  )
}

interface MessageContext {
  readonly id: RecordedId
  readonly listing: Listing
  readonly message: unknown
  /** Snapshot with which the order book began. */
  readonly snapshot: unknown
}

const wrongIn = ({ id, listing, message, snapshot }: MessageContext, event: MarketEvent): string[] => {
  const places = PLACES[id]
  const at = (place: readonly (string | number)[]): unknown => valueAt(message, ...place)
  const levelsAt = (place: readonly (string | number)[]): unknown[] => [
    ...toRows(at(place)),
    ...toRows(valueAt(snapshot, ...place)),
    ...toRows(valueAt(snapshot, place === places.bids ? 'bids' : 'asks')),
  ]
  switch (event.kind) {
    case 'trade':
      return toRows(at(places.rows)).some((row) => isTrade(listing, places.trade, event.trade, row)) ? [] : ['trade']
    case 'bookSnapshot':
    case 'bookDelta': {
      const { bids, asks } = event.kind === 'bookDelta' ? event.delta : event.snapshot
      return [
        ...bids.filter((level) => !isLevel(listing, level, levelsAt(places.bids))).map(() => 'bid'),
        ...asks.filter((level) => !isLevel(listing, level, levelsAt(places.asks))).map(() => 'ask'),
      ]
    }
    case 'quote': {
      const { bid, ask } = event.quote
      const agrees =
        isPrice(listing, bid.price, at(places.quote.bid)) &&
        isQuantity(listing, bid.quantity, at(places.quote.bidSize)) &&
        isPrice(listing, ask.price, at(places.quote.ask)) &&
        isQuantity(listing, ask.quantity, at(places.quote.askSize))
      return agrees ? [] : ['quote']
    }
    case 'markPrice': {
      const mark = Number(listing.instrument.price.print(event.markPrice.mark))
      const step = Number(listing.instrument.price.print(1))
      const agrees = toNumbers(at(places.mark)).some((value) => Math.abs(mark - value) <= step / 2 + 1e-9)
      return agrees ? [] : ['mark']
    }
    default:
      return []
  }
}

describe.each(RECORDED_IDS)('market events of %s', (id) => {
  const bodies = BODIES[id]
  let listener: RecordedListener
  let listing: Listing
  beforeAll(async () => {
    listener = await openListener(id, { answers: bodies.answers, symbols: ['BTCUSDT'] })
    listing = listener.listings.get('BTCUSDT') as Listing
  })
  afterAll(() => listener.close())

  const receiveSnapshot = (body: unknown): MarketEvent[] =>
    id === 'binanceusdm' ? listener.giveBook('BTCUSDT', body as Depth) : listener.receive(body)

  /** Processes a message, after the beginning of the order book where that matters. */
  const receive = (kind: keyof typeof bodies, message: unknown): MarketEvent[] => {
    listener.reset()
    if (kind === 'snapshot') return receiveSnapshot(message)
    if (kind === 'update') expect(receiveSnapshot(bodies.snapshot)).toHaveLength(1)
    return listener.receive(message)
  }

  it.each(['trade', 'snapshot', 'update', 'quote', 'figures'] as const)(
    'from a message (%s) agree with it, or are not emitted, whichever part of it is altered',
    (kind) => {
      const whole = bodies[kind]
      expect(receive(kind, whole)).not.toEqual([])
      const wrong: string[] = []
      for (const { what, body } of [{ what: 'whole', body: whole }, ...createMutants(whole)]) {
        const events = receive(kind, body)
        const snapshot = kind === 'update' ? bodies.snapshot : body
        wrong.push(
          ...events
            .flatMap((event) => wrongIn({ id, listing, message: body, snapshot }, event))
            .map((name) => `${what}: ${name}`),
        )
      }
      expect(wrong).toEqual([])
    },
  )
})
