import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anId, anOrder } from '../../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { runs } from '../../../../test/support/runs.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { Order } from '../../../domain/order/order.ts'
import { isWorking } from '../../../domain/order/transition.ts'
import type { OrderQuery } from '../../../views/ports.ts'
import { ORDER_WRITES, orderRow, orderTable, printOrder } from './order-table.ts'
import { engineStorePath, openEngineStore } from './store.ts'

const STATUSES = ['FILLED', 'CANCELED', 'DENIED', 'NEW'] as const
const ORIGINS = ['API', 'AUTOTRADING', 'EXTERNAL'] as const
const SYMBOLS = ['BTCUSDT', 'ETHUSDT'] as const

const EVERYTHING: OrderQuery = {
  symbol: null,
  statuses: null,
  open: null,
  clientOrderId: null,
  origin: null,
  before: null,
  fromMs: null,
  toMs: null,
  limit: 1_000,
}

const anyOrder = fc.record({
  status: fc.constantFrom(...STATUSES),
  origin: fc.constantFrom(...ORIGINS),
  symbol: fc.constantFrom(...SYMBOLS),
  createdAtMs: fc.integer({ min: 1, max: 6 }),
})

const anyQuery = fc.record({
  symbol: fc.option(fc.constantFrom(...SYMBOLS)),
  statuses: fc.option(fc.uniqueArray(fc.constantFrom(...STATUSES), { minLength: 1 })),
  open: fc.option(fc.boolean()),
  origin: fc.option(fc.constantFrom(...ORIGINS)),
  fromMs: fc.option(fc.integer({ min: 1, max: 6 })),
  toMs: fc.option(fc.integer({ min: 1, max: 6 })),
  limit: fc.integer({ min: 1, max: 9 }),
})

const openWith = (orders: readonly Order[]) => {
  const directory = aTempDirectory()
  const store = openEngineStore(directory)
  store.journal.append({ facts: [], orders, positions: [] })
  return { directory, store }
}

const isNewer = (a: Order, b: Order): number => b.createdAtMs - a.createdAtMs || (a.orderId < b.orderId ? 1 : -1)

/** Returns the IDs of the orders that a query selects, from a search through all of them. */
const select = (orders: readonly Order[], query: OrderQuery): string[] =>
  orders
    .filter(({ terms, status, origin, createdAtMs }) =>
      [
        query.symbol === null || terms.symbol === query.symbol,
        query.statuses === null || query.statuses.includes(status),
        query.open === null || isWorking(status) === query.open,
        query.origin === null || origin === query.origin,
        createdAtMs >= (query.fromMs ?? 0),
        createdAtMs < (query.toMs ?? Number.POSITIVE_INFINITY),
      ].every(Boolean),
    )
    .toSorted(isNewer)
    .map(({ orderId }) => orderId)

/** Reads all pages of a query. */
const readPages = (find: (query: OrderQuery) => readonly Order[], query: OrderQuery): string[] => {
  const pages: string[] = []
  for (let before: OrderQuery['before'] = null; ; ) {
    const page = find({ ...query, before })
    pages.push(...page.map(({ orderId }) => orderId))
    const last = page.at(-1)
    if (!last || page.length < query.limit) return pages
    before = { atMs: last.createdAtMs, id: last.orderId }
  }
}

/** Queries with every combination of filters, on a page in the middle. */
const everyFilter = (): OrderQuery[] => {
  const page = { ...EVERYTHING, before: { atMs: NOON_MS + 1, id: 'ord_z' }, fromMs: 1, toMs: NOON_MS + 2 }
  const symbols = [null, 'BTCUSDT'].map((symbol): OrderQuery => ({ ...page, symbol }))
  const opens = symbols.flatMap((query) => [null, true, false].map((open): OrderQuery => ({ ...query, open })))
  const origins = opens.flatMap((query) => [query, { ...query, origin: 'API' } satisfies OrderQuery])
  return origins.flatMap((query) => [query, { ...query, statuses: ['FILLED', 'DENIED'] } satisfies OrderQuery])
}

it('prints an order as exact JSON', () => {
  const order = anOrder({ filledTickLots: 12n, feesPaid: -3n, replacedBy: anId('ord', 2) })
  expect(printOrder(order)).toBe(writeExact(order))
  expect(readExact(printOrder(order))).toEqual(order)
})

describe('the list of orders', () => {
  it('has the same pages for every filter as a search through all orders', () => {
    fc.assert(
      fc.property(fc.array(anyOrder, { maxLength: 30 }), anyQuery, (made, some) => {
        const orders = made.map(({ symbol, ...rest }, index) => {
          const order = anOrder({ ...rest, orderId: anId('ord', index) })
          return { ...order, clientOrderId: null, terms: { ...order.terms, symbol } }
        })
        const query = { ...EVERYTHING, ...some }
        const { store } = openWith(orders)
        expect(readPages(store.trading.findOrders, query)).toEqual(select(orders, query))
        store.close()
      }),
      { numRuns: runs(40) },
    )
  })

  it('is found by one step in an index for every filter, also those that few orders match', () => {
    const { directory, store } = openWith([])
    store.close()
    const database = new DatabaseSync(engineStorePath(directory))
    const statements = new Set<string>()
    const watched = {
      prepare(sql: string) {
        statements.add(sql)
        return database.prepare(sql)
      },
    } as DatabaseSync
    const table = orderTable(watched)
    const orders = [anOrder({ status: 'FILLED' }), anOrder({ orderId: anId('ord', 2), status: 'DENIED' })]
    for (const order of orders) database.prepare(ORDER_WRITES.orders ?? '').run(...orderRow(order).slice(1))
    for (const query of everyFilter()) table.findPage(query)
    const plans = [...statements]
      .filter((sql) => sql.includes('LIMIT'))
      .map((sql) =>
        database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map(({ detail }) => String(detail)),
      )
    database.close()
    expect(plans.length).toBeGreaterThan(8)
    for (const [access = '', ...sorting] of plans) {
      expect(access).toMatch(/^SEARCH orders USING (COVERING )?INDEX orders_/)
      expect(sorting.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
    }
  })
})
