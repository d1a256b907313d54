import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookData } from '../../../contract/stream/channel-data.ts'
import { createBookClient } from '../../../test/support/book-client.ts'
import { readChannel } from '../../../test/support/channel-reader.ts'
import { aDelta, anInstrument, aSnapshot, levels, NOON_MS } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { watchMarket } from '../../../test/support/watched-market.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import type { BookSide } from '../../domain/market/order-book.ts'
import { createAnswerCache } from '../../views/answer.ts'
import { orderBookSource } from './order-book-source.ts'

const ADDRESS = 'market.orderbook.{depth}:{symbol}'
const LIVE = { kind: 'stream', change: { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS } } as const
const LOST = { kind: 'stream', change: { symbol: 'BTCUSDT', state: 'lost' } } as const

const openChannel = (depth: number) => {
  const market = watchMarket([{ kind: 'instrument', instrument: anInstrument() }, LIVE])
  const reader = { market: market.market, origin: 'SIMULATOR', cache: createAnswerCache('run') } as const
  return { market, channel: readChannel<BookData>(ADDRESS, orderBookSource(reader, { symbol: 'BTCUSDT', depth })) }
}

/** Highest bid price; asks are above it, so the book is never crossed. */
const MIDDLE = 12

type Action =
  | {
      readonly kind: 'change'
      readonly updates: readonly (readonly [price: number, quantity: number])[]
      readonly arrives: boolean
    }
  | { readonly kind: 'snapshot' | 'look' | 'lose' | 'break' | 'list' }

const anyUpdate = fc.tuple(fc.integer({ min: 1, max: 2 * MIDDLE }), fc.nat({ max: 3 }))
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      updates: fc.array(anyUpdate, { minLength: 1, maxLength: 6 }),
      arrives: fc.nat({ max: 20 }).map((draw) => draw > 0),
    }),
  },
  { weight: 9, arbitrary: fc.constant({ kind: 'look' as const }) },
  { weight: 2, arbitrary: fc.constantFrom('snapshot' as const, 'lose' as const).map((kind) => ({ kind })) },
  { weight: 1, arbitrary: fc.constantFrom('break' as const, 'list' as const).map((kind) => ({ kind })) },
)

/** A venue that keeps the true book and publishes it at the pace of arriving updates. */
const createVenue = (receive: ReturnType<typeof watchMarket>['receive']) => {
  const truth = new Map<number, number>()
  let sequence = 1
  const toSides = (updates: Iterable<readonly [number, number]>) => {
    const all = [...updates]
    const side = (ofBids: boolean) => levels(...all.filter(([price]) => price <= MIDDLE === ofBids))
    return { bids: side(true), asks: side(false) }
  }
  const change = ({ updates, arrives }: Extract<Action, { kind: 'change' }>): void => {
    for (const [price, quantity] of updates) {
      if (quantity === 0) truth.delete(price)
      else truth.set(price, quantity)
    }
    sequence++
    if (arrives) receive({ kind: 'bookDelta', delta: aDelta(sequence, sequence, sequence - 1, toSides(updates)) })
  }
  const snapshot = (): void => receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ sequence, ...toSides(truth) }) })
  const list = (): void => {
    receive({ kind: 'instrument', instrument: anInstrument({ tickSize: sequence % 2 ? '0.1' : '0.01' }) })
    receive(LIVE)
    snapshot()
  }
  const others = {
    snapshot,
    list,
    look: () => {},
    lose: () => receive({ kind: 'bookLost', symbol: 'BTCUSDT' }),
    break: () => [LOST, LIVE].forEach(receive),
  }
  return { snapshot, act: (action: Action) => (action.kind === 'change' ? change(action) : others[action.kind]()) }
}

/** The levels as the market has them. */
const printBook = ({ book, instrument }: InstrumentMarket, depth: number) => {
  const print = (side: BookSide) =>
    side.top(depth).map(({ price, quantity }) => [instrument.price.print(price), instrument.quantity.print(quantity)])
  return { bids: print(book.bids), asks: print(book.asks) }
}

describe('the order book channel', () => {
  const follow = (depth: number, actions: readonly (readonly [Action, boolean])[]): void => {
    const { market, channel } = openChannel(depth)
    const venue = createVenue(market.receive)
    venue.snapshot()
    const [eager, lazy] = [channel.reader(), channel.reader()]
    const [quick, slow] = [createBookClient(), createBookClient()]
    for (const [action, slowReads] of actions) {
      venue.act(action)
      if (action.kind !== 'look') continue
      channel.refresh(NOON_MS)
      quick.apply(eager.read())
      if (slowReads) slow.apply(lazy.read())
      const entry = market.entry('BTCUSDT')
      const expected = printBook(entry, depth)
      expect([quick.book, quick.state, slowReads ? slow.book : expected]).toEqual([
        expected,
        entry.book.state,
        expected,
      ])
    }
  }

  it.each([1, 5, 200])('brings a client that follows it, at any pace, to the current best %d levels', (depth) => {
    const anyDay = fc.array(fc.tuple(anyAction, fc.boolean()), { minLength: 30, maxLength: 120 })
    fc.assert(
      fc.property(anyDay, (actions) => follow(depth, actions)),
      { numRuns: runs(24) },
    )
  })

  const begin = () => {
    const opened = openChannel(2)
    const { market, channel } = opened
    const reader = channel.reader()
    const next = () => {
      channel.refresh(NOON_MS)
      return reader.read()
    }
    market.receive({ kind: 'bookSnapshot', snapshot: aSnapshot() })
    market.receive({ kind: 'bookDelta', delta: aDelta(101, 101, 100) })
    next()
    return { ...opened, next }
  }

  it('publishes differences, and "0" for a level that left the range although it may still exist', () => {
    const { market, next } = begin()
    market.receive({ kind: 'bookDelta', delta: aDelta(102, 102, 101, { bids: levels([1_000, 3]) }) })
    expect(next()).toEqual({
      type: 'delta',
      data: {
        symbol: 'BTCUSDT',
        depth: 2,
        bids: [
          ['100.0', '0.003'],
          ['99.8', '0'],
        ],
        asks: [],
        bookSeq: 102,
        exchangeTimeMs: NOON_MS,
        state: 'SYNCED',
        source: expect.objectContaining({ origin: 'SIMULATOR' }),
      },
    })
    expect(next()).toBeUndefined()
  })

  it('publishes a snapshot when the order book was rebuilt in between, even with the same result', () => {
    const { market, next } = begin()
    market.receive({ kind: 'bookLost', symbol: 'BTCUSDT' })
    market.receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ sequence: 101 }) })
    market.receive({ kind: 'bookDelta', delta: aDelta(102, 102, 101) })
    expect(next()).toMatchObject({
      type: 'snapshot',
      data: {
        bids: [
          ['99.9', '0.005'],
          ['99.8', '0.007'],
        ],
      },
    })
  })

  it('is empty while it is resyncing, with the levels marked as stale when the market has ended', () => {
    const { market, next } = begin()
    market.receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'ended' } })
    expect(next()).toMatchObject({
      type: 'snapshot',
      data: {
        state: 'STALE',
        asks: [
          ['100.1', '0.004'],
          ['100.2', '0.006'],
        ],
      },
    })
    market.receive(LOST)
    expect(next()).toMatchObject({ type: 'snapshot', data: { state: 'RESYNCING', bids: [], asks: [] } })
  })

  it('begins with an empty snapshot, without an age, before anything was observed', () => {
    const { channel } = openChannel(5)
    channel.refresh(NOON_MS)
    expect(channel.reader().read()).toMatchObject({
      type: 'snapshot',
      data: { state: 'RESYNCING', bids: [], source: null },
    })
  })
})
