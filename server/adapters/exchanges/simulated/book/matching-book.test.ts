import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../../test/support/runs.ts'
import { lots, ticks } from '../../../../domain/market/instrument.ts'
import { type BookSide, createBookSide, type Level } from '../../../../domain/market/order-book.ts'
import type { Side } from './half-book.ts'
import { createMatchingBook, type MatchingBook, type NewOrder } from './matching-book.ts'
import type { OrderId } from './order-queue.ts'

/** An ID no order ever has. */
const NO_ID = 0 as OrderId

const SIDES: readonly Side[] = ['BUY', 'SELL']

const anOrder = (
  side: Side,
  price: number | null,
  quantity: number,
  timeInForce: NewOrder['timeInForce'] = 'GTC',
): NewOrder => ({ side, price: price === null ? null : ticks(price), quantity: lots(quantity), timeInForce })

const placeResting = (book: MatchingBook, order: NewOrder): OrderId => {
  const { restingId } = book.place(order)
  if (restingId === undefined) throw new Error('the order does not rest')
  return restingId
}

/** Returns two asks at 101, the older first, and one at 102. */
const withAsks = () => {
  const book = createMatchingBook()
  const older = placeResting(book, anOrder('SELL', 101, 5))
  const newer = placeResting(book, anOrder('SELL', 101, 3))
  const worse = placeResting(book, anOrder('SELL', 102, 4))
  return { book, older, newer, worse }
}

describe('createMatchingBook', () => {
  it('fills the oldest order at a price first, at the price it rests at', () => {
    const { book, older, newer } = withAsks()
    expect(book.place(anOrder('BUY', 103, 6))).toEqual({
      fills: [
        { makerId: older, price: 101, quantity: 5 },
        { makerId: newer, price: 101, quantity: 1 },
      ],
      restingId: undefined,
    })
    expect(book.top('SELL', 9)).toEqual([
      { price: 101, quantity: 2 },
      { price: 102, quantity: 4 },
    ])
  })

  it('rests the remainder of a GTC order', () => {
    const { book } = withAsks()
    const { fills, restingId } = book.place(anOrder('BUY', 101, 20))
    expect(fills.map(({ quantity }) => quantity)).toEqual([5, 3])
    expect(restingId && book.restingQuantity(restingId)).toBe(12)
    expect(book.best('BUY')).toEqual({ price: 101, quantity: 12 })
    expect(book.best('SELL')).toEqual({ price: 102, quantity: 4 })
  })

  it('drops the remainder of an IOC or a market order', () => {
    for (const order of [anOrder('BUY', 101, 20, 'IOC'), anOrder('BUY', null, 20, 'GTC')]) {
      const { book } = withAsks()
      expect(book.place(order).restingId).toBeUndefined()
      expect(book.best('BUY')).toBeUndefined()
    }
  })

  it('lets a market order take every level', () => {
    const { book } = withAsks()
    expect(book.place(anOrder('BUY', null, 20)).fills.map(({ price }) => price)).toEqual([101, 101, 102])
    expect(book.best('SELL')).toBeUndefined()
    expect(book.place(anOrder('BUY', null, 1))).toEqual({ fills: [], restingId: undefined })
  })

  it('rejects a post-only order that would trade, and rests one that would not', () => {
    const { book } = withAsks()
    expect(book.place(anOrder('BUY', 101, 1, 'POST_ONLY'))).toEqual({ fills: [], restingId: undefined })
    expect(book.place(anOrder('BUY', 100, 1, 'POST_ONLY')).restingId).toBeDefined()
  })

  it('fills a fill-or-kill order fully or not at all', () => {
    const { book, older, newer } = withAsks()
    expect(book.place(anOrder('BUY', 101, 9, 'FOK'))).toEqual({ fills: [], restingId: undefined })
    expect(book.place(anOrder('BUY', null, 13, 'FOK'))).toEqual({ fills: [], restingId: undefined })
    expect(book.top('SELL', 9).map(({ quantity }) => quantity)).toEqual([8, 4])
    expect(book.place(anOrder('BUY', 101, 8, 'FOK')).fills.map(({ makerId }) => makerId)).toEqual([older, newer])
    expect(book.place(anOrder('BUY', 100, 1, 'FOK'))).toEqual({ fills: [], restingId: undefined })
  })

  it('reduces an order without changing its queue position, down to zero', () => {
    const { book, older, newer } = withAsks()
    book.reduce(older, lots(3))
    expect([book.restingQuantity(older), book.best('SELL')]).toEqual([2, { price: 101, quantity: 5 }])
    expect(book.place(anOrder('BUY', 101, 1)).fills).toEqual([{ makerId: older, price: 101, quantity: 1 }])
    book.reduce(older, lots(9))
    book.reduce(older, lots(1))
    expect(book.place(anOrder('BUY', 101, 1)).fills).toEqual([{ makerId: newer, price: 101, quantity: 1 }])
  })

  it('reports a fill while matching, so that a resting order can still be removed', () => {
    const gone: OrderId[] = []
    const book: MatchingBook = createMatchingBook(() => {
      for (const id of gone) book.cancel(id)
    })
    const first = placeResting(book, anOrder('SELL', 101, 2))
    gone.push(placeResting(book, anOrder('SELL', 101, 2)))
    const last = placeResting(book, anOrder('SELL', 102, 2))
    expect(book.place(anOrder('BUY', null, 4)).fills).toEqual([
      { makerId: first, price: 101, quantity: 2 },
      { makerId: last, price: 102, quantity: 2 },
    ])
  })

  it('cancels a resting order once, and nothing of one that is gone', () => {
    const { book, older, newer } = withAsks()
    book.place(anOrder('BUY', 101, 2))
    expect(book.cancel(older)).toBe(3)
    expect(book.cancel(older)).toBe(0)
    expect(book.restingQuantity(older)).toBe(0)
    expect(book.place(anOrder('BUY', 101, 1)).fills).toEqual([{ makerId: newer, price: 101, quantity: 1 }])
  })

  it('never finds a new order under the id of an old one', () => {
    const { book, worse } = withAsks()
    book.cancel(worse)
    const next = placeResting(book, anOrder('SELL', 102, 9))
    expect(next).not.toBe(worse)
    expect(book.cancel(worse)).toBe(0)
    expect(book.restingQuantity(next)).toBe(9)
  })

  it('returns each touched level once, with its current quantity', () => {
    const { book, worse } = withAsks()
    book.takeChanges()
    expect(book.takeChanges()).toEqual({ bids: [], asks: [] })
    book.place(anOrder('BUY', 101, 6))
    book.place(anOrder('BUY', 99, 1))
    book.place(anOrder('BUY', 100, 1))
    book.cancel(worse)
    expect(book.takeChanges()).toEqual({
      bids: [
        { price: 100, quantity: 1 },
        { price: 99, quantity: 1 },
      ],
      asks: [
        { price: 101, quantity: 2 },
        { price: 102, quantity: 0 },
      ],
    })
  })
})

interface ModelOrder {
  readonly id: OrderId
  readonly side: Side
  readonly price: number
  remaining: number
}

/** The rules written the slow way: resting orders in the order they came, searched from end to end. */
const createModel = () => {
  let resting: ModelOrder[] = []
  const better = (side: Side, a: number, b: number): number => (side === 'BUY' ? b - a : a - b)
  const sortedSide = (side: Side): ModelOrder[] =>
    resting.filter((order) => order.side === side).sort((a, b) => better(side, a.price, b.price))
  const reaches = ({ side, price }: NewOrder, maker: ModelOrder): boolean =>
    price === null || better(side, maker.price, price) >= 0

  const levels = (side: Side): Level[] => {
    const sums = new Map<number, number>()
    for (const { price, remaining } of sortedSide(side)) sums.set(price, (sums.get(price) ?? 0) + remaining)
    return Array.from(sums, ([price, quantity]) => ({ price: ticks(price), quantity: lots(quantity) }))
  }

  return {
    levels,
    get resting() {
      return resting
    },
    place(order: NewOrder) {
      const makers = sortedSide(order.side === 'BUY' ? 'SELL' : 'BUY').filter((maker) => reaches(order, maker))
      const offered = makers.reduce((total, { remaining }) => total + remaining, 0)
      if (order.timeInForce === 'POST_ONLY' && makers.length > 0) return { fills: [], rests: 0 }
      if (order.timeInForce === 'FOK' && offered < order.quantity) return { fills: [], rests: 0 }
      let left: number = order.quantity
      const fills = makers.map((maker) => {
        const quantity = Math.min(left, maker.remaining)
        maker.remaining -= quantity
        left -= quantity
        return { makerId: maker.id, price: maker.price, quantity }
      })
      resting = resting.filter(({ remaining }) => remaining > 0)
      const rests = order.price === null || order.timeInForce === 'IOC' || order.timeInForce === 'FOK' ? 0 : left
      return { fills: fills.filter(({ quantity }) => quantity > 0), rests }
    },
    rest(order: ModelOrder) {
      resting.push(order)
    },
    cancel(id: OrderId): number {
      const match = resting.find((order) => order.id === id)
      resting = resting.filter((order) => order !== match)
      return match?.remaining ?? 0
    },
  }
}

const anyOrder = fc.record({
  kind: fc.constant('place' as const),
  side: fc.constantFrom(...SIDES),
  price: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1_018, max: 1_030 }) }, fc.constant(null)),
  quantity: fc.integer({ min: 1, max: 9 }),
  timeInForce: fc.constantFrom<NewOrder['timeInForce'][]>('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'),
})
const anyCancel = fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() })
const anyMove = fc.oneof({ weight: 3, arbitrary: anyOrder }, anyCancel)
const anyMoves = fc.array(anyMove, { maxLength: 60 })

type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never

/** Applies moves to an order book; a cancel picks among the orders that came to rest before it. */
const createPlayer = (book: MatchingBook) => {
  const ids: OrderId[] = []
  return {
    ids,
    play(move: Move) {
      if (move.kind === 'cancel') {
        const id = ids[move.pick % Math.max(1, ids.length)] ?? NO_ID
        return { id, cancelled: book.cancel(id), fills: [], rests: 0 }
      }
      const { fills, restingId: id = NO_ID } = book.place(
        anOrder(move.side, move.price, move.quantity, move.timeInForce),
      )
      if (id !== NO_ID) ids.push(id)
      return { id, cancelled: 0, fills, rests: book.restingQuantity(id) }
    },
  }
}

/** Applies a move by the written-out rules; `id` is the one the order book cancelled or has assigned. */
const playModel = (model: ReturnType<typeof createModel>, move: Move, id: OrderId) => {
  if (move.kind === 'cancel') return { id, cancelled: model.cancel(id), fills: [], rests: 0 }
  const { side, price, quantity, timeInForce } = move
  const { fills, rests } = model.place(anOrder(side, price, quantity, timeInForce))
  if (rests > 0) model.rest({ id, side, price: price ?? 0, remaining: rests })
  return { id, cancelled: 0, fills, rests }
}

const sum = (parts: readonly { readonly quantity: number }[]): number =>
  parts.reduce((total, { quantity }) => total + quantity, 0)

const fold = (side: BookSide, levels: readonly Level[]): void => {
  for (const { price, quantity } of levels) side.set(price, quantity)
}

const computeSpread = (book: MatchingBook): number =>
  (book.best('SELL')?.price ?? Number.POSITIVE_INFINITY) - (book.best('BUY')?.price ?? 0)

describe('any sequence of orders', () => {
  it('trades, rests and cancels exactly by the rules, and never crosses', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const book = createMatchingBook()
        const player = createPlayer(book)
        const model = createModel()
        for (const move of moves) {
          const played = player.play(move)
          expect(played).toEqual(playModel(model, move, played.id))
          expect([book.top('BUY', 99), book.top('SELL', 99)]).toEqual([model.levels('BUY'), model.levels('SELL')])
          expect(computeSpread(book)).toBeGreaterThan(0)
        }
        for (const { id, remaining } of model.resting) expect(book.restingQuantity(id)).toBe(remaining)
      }),
      { numRuns: runs(75) },
    )
  })

  it('conserves quantity: what came to rest was filled, was cancelled or is in its level', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        const book = createMatchingBook()
        const player = createPlayer(book)
        let balance = 0
        for (const move of moves) {
          const { cancelled, fills, rests } = player.play(move)
          balance += rests - cancelled - sum(fills)
        }
        expect(sum(book.top('BUY', 99)) + sum(book.top('SELL', 99))).toBe(balance)
        expect(sum(player.ids.map((id) => ({ quantity: book.restingQuantity(id) })))).toBe(balance)
      }),
    )
  })

  it('publishes changes that always fold to the levels of the order book', () => {
    fc.assert(
      fc.property(fc.array(anyMoves, { maxLength: 10 }), (rounds) => {
        const book = createMatchingBook()
        const player = createPlayer(book)
        const known = { bids: createBookSide('BID'), asks: createBookSide('ASK') }
        for (const moves of rounds) {
          for (const move of moves) player.play(move)
          const { bids, asks } = book.takeChanges()
          fold(known.bids, bids)
          fold(known.asks, asks)
          expect([known.bids.top(99), known.asks.top(99)]).toEqual([book.top('BUY', 99), book.top('SELL', 99)])
        }
      }),
      { numRuns: runs(20) },
    )
  })
})
