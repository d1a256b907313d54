import { describe, expect, it } from 'vitest'
import { aFill, anId, anOrder, aPosition } from '../../test/support/book-samples.ts'
import { anInstrument, NOON_MS } from '../../test/support/market-samples.ts'
import { openTradingBooks, type TradingBooks } from '../../test/support/trading-books.ts'
import { lots } from '../domain/market/instrument.ts'
import type { Order } from '../domain/order/order.ts'
import type { OrderListQuery } from './trading-lists.ts'

const ETH = anInstrument({ symbol: 'ETHUSDT', tickSize: '0.01' })
const all: OrderListQuery = {
  symbols: null,
  statuses: null,
  open: null,
  clientOrderId: null,
  origin: null,
  fromMs: undefined,
  toMs: undefined,
  limit: 2,
  cursor: undefined,
}

const orderAt = (number: number, order: Partial<Order> = {}): Order =>
  anOrder({ orderId: anId('ord', number), venueClientId: `v${number}`, createdAtMs: NOON_MS + number, ...order })

const booksWith = (...orders: readonly Order[]): TradingBooks => {
  const books = openTradingBooks([anInstrument(), ETH])
  for (const order of orders) books.put(order)
  return books
}

/** The IDs of every page, one page after the other. */
const walk = ({ views }: TradingBooks, query: OrderListQuery, between: () => void = () => {}): string[][] => {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = views.orders({ ...query, cursor })
    if (!page.ok) throw new Error(page.error.kind)
    pages.push(page.value.items.map(({ orderId }) => orderId))
    cursor = page.value.nextCursor ?? undefined
    between()
  } while (cursor !== undefined)
  return pages
}

describe('the list of orders', () => {
  it('returns every order once, newest first, even when new ones arrive between the pages', () => {
    const books = booksWith(...[1, 2, 3, 4, 5].map((number) => orderAt(number)))
    let next = 6
    const pages = walk(books, all, () => books.put(orderAt(next++)))
    expect(pages).toEqual([[5, 4], [3, 2], [1]].map((page) => page.map((number) => anId('ord', number))))
  })

  it('separates orders of the same millisecond by their ids', () => {
    const books = booksWith(...[1, 2, 3].map((number) => orderAt(number, { createdAtMs: NOON_MS })))
    expect(walk(books, { ...all, limit: 1 }).flat()).toEqual([3, 2, 1].map((number) => anId('ord', number)))
  })

  it('has no next page when the last line is on this one', () => {
    expect(walk(booksWith(orderAt(1), orderAt(2)), all)).toHaveLength(1)
  })

  it('pages through several symbols as one list', () => {
    const books = booksWith(orderAt(1), orderAt(2, { terms: { ...orderAt(2).terms, symbol: 'ETHUSDT' } }), orderAt(3))
    expect(walk(books, { ...all, symbols: ['BTCUSDT', 'ETHUSDT'] }).flat()).toEqual(
      [3, 2, 1].map((number) => anId('ord', number)),
    )
    expect(walk(books, { ...all, symbols: ['ETHUSDT'] }).flat()).toEqual([anId('ord', 2)])
  })

  it('is half-open in time', () => {
    const books = booksWith(...[1, 2, 3].map((number) => orderAt(number)))
    expect(walk(books, { ...all, fromMs: NOON_MS + 2, toMs: NOON_MS + 3 }).flat()).toEqual([anId('ord', 2)])
  })

  it('rejects a cursor with another filter and an unknown symbol', () => {
    const { views } = booksWith(orderAt(1), orderAt(2), orderAt(3))
    const first = views.orders(all)
    const cursor = first.ok ? (first.value.nextCursor ?? undefined) : undefined
    expect(views.orders({ ...all, open: true, cursor })).toEqual({ ok: false, error: { kind: 'invalidCursor' } })
    expect(views.orders({ ...all, fromMs: 1, cursor })).toEqual({ ok: false, error: { kind: 'invalidCursor' } })
    expect(views.orders({ ...all, limit: 7, cursor }).ok).toBe(true)
    expect(views.orders({ ...all, symbols: ['NOPEUSDT'] })).toEqual({
      ok: false,
      error: { kind: 'unknownSymbol', symbol: 'NOPEUSDT' },
    })
  })
})

describe('the list of positions', () => {
  const open = aPosition({ positionId: anId('pos', 3), openedAtMs: NOON_MS + 3 })
  const closed = [1, 2].map((number) =>
    aPosition({
      positionId: anId('pos', number),
      status: 'CLOSED',
      quantity: lots(0),
      cost: 0n,
      openedAtMs: NOON_MS + number,
      closedAtMs: NOON_MS + number,
    }),
  )
  const page = { symbols: null, fromMs: undefined, toMs: undefined, limit: 2, cursor: undefined }

  const readIds = (statuses: readonly ('OPEN' | 'CLOSING' | 'CLOSED')[]): string[] | undefined => {
    const books = openTradingBooks()
    for (const position of [...closed, open]) books.hold(position)
    const result = books.views.positions({ ...page, statuses })
    return result.ok ? result.value.items.map(({ id }) => id) : undefined
  }

  it('returns open ones from memory and ended ones from the store, a full page of either', () => {
    expect(readIds(['OPEN', 'CLOSING'])).toEqual([anId('pos', 3)])
    expect(readIds(['CLOSED'])).toEqual([anId('pos', 2), anId('pos', 1)])
    expect(readIds(['OPEN', 'CLOSED'])).toEqual([anId('pos', 3), anId('pos', 2)])
  })
})

describe('the list of trades', () => {
  it('lists executions and funding payments with the amounts they moved', () => {
    const { store, views } = openTradingBooks()
    store.entries.push(
      { kind: 'fill', fill: aFill({ realizedPnl: 500_000n, executedAtMs: NOON_MS }) },
      {
        kind: 'funding',
        funding: {
          fundingId: 'BTCUSDT-1',
          symbol: 'BTCUSDT',
          amount: -12_345n,
          rate: '0.0001',
          settledAtMs: NOON_MS + 1,
        },
        positionId: anId('pos'),
      },
    )
    const result = views.accountTrades({ ...all, orderId: null, positionId: null })
    expect(result.ok && result.value.items).toEqual([
      expect.objectContaining({
        kind: 'FUNDING',
        fillId: 'BTCUSDT-1',
        price: null,
        fundingRate: '0.0001',
        cashFlow: '-0.00012345',
      }),
      expect.objectContaining({
        kind: 'TRADE',
        price: '100.0',
        qty: '0.010',
        notional: '1.00000000',
        fee: '0.00050000',
        realizedPnl: '0.00500000',
        cashFlow: '0.00450000',
      }),
    ])
  })

  it('lists a settlement as money that was moved without a trade', () => {
    const { store, views } = openTradingBooks()
    const settled = { kind: 'SETTLEMENT', quantity: lots(0), value: 0n, fee: 0n, realizedPnl: -7n } as const
    store.entries.push({ kind: 'fill', fill: aFill({ ...settled, orderId: null }) })
    const result = views.accountTrades({ ...all, orderId: null, positionId: null })
    const nothing = { orderId: null, side: null, price: null, qty: null, notional: null, liquidity: null }
    expect(result.ok && result.value.items).toMatchObject([
      { ...nothing, kind: 'SETTLEMENT', realizedPnl: '-0.00000007', cashFlow: '-0.00000007' },
    ])
  })
})
