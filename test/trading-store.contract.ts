import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../server/core/instant.ts'
import type { Order } from '../server/domain/order/order.ts'
import type { Position } from '../server/domain/position/position.ts'
import type { Fact } from '../server/engine/model/facts.ts'
import type { Page } from '../server/engine/model/ports.ts'
import type { AccountQuery, FlowPage, OrderQuery } from '../server/views/ports.ts'
import { aFill, anId, anOrder, aPosition } from './support/book-samples.ts'
import { aCandle, anInstrument, NOON_MS } from './support/market-samples.ts'
import { toFlowOrder } from './support/memory-trading-store.ts'
import { runs } from './support/runs.ts'
import type { StorePlace, TestedStore } from './support/store-place.ts'
import { aDecision, aFunding, anAuditEntry } from './support/trading-facts.ts'

const ALL: Page = { before: null, fromMs: null, toMs: null, limit: 1_000 }
const NO_MORE: OrderQuery = { ...ALL, symbol: null, statuses: null, open: null, clientOrderId: null, origin: null }
const ANYBODY: AccountQuery = { ...ALL, symbol: null, orderId: null, positionId: null }

const REF = { scope: 'usr_1 POST /api/v381/trading/order abc', fingerprint: 'f1' }

const orderAt = (number: number, atMs: number, order: Parameters<typeof anOrder>[0] = {}): Order =>
  anOrder({ ...order, orderId: anId('ord', number), createdAtMs: atMs })

const decided = (order: Order, idempotency: typeof REF | null = null): Fact => ({
  kind: 'orderDecided',
  order,
  decision: aDecision({ decisionId: order.decisionId }),
  idempotency,
  atMs: order.createdAtMs,
})

const answered = (body: string, ref = REF, atMs = NOON_MS): Fact => ({
  kind: 'answerRecorded',
  idempotency: ref,
  status: 201,
  body,
  atMs,
})

const sampleAt = (atMs: number, equity = BigInt(atMs)) => ({ atMs, equity, walletBalance: 7n, unrealizedPnl: -7n })

/** Declares the tests that every store of orders, positions and the account must pass, whatever its storage. */
export const tradingStoreContract = (name: string, makePlace: () => StorePlace): void => {
  let place: StorePlace
  let store: TestedStore

  const append = (facts: readonly Fact[], orders: readonly Order[] = [], positions: readonly Position[] = []): void =>
    void store.journal.append({ facts, orders, positions })

  const sample = (...instants: readonly number[]): void =>
    append(instants.map((atMs) => ({ kind: 'equitySampled', ...sampleAt(atMs) })))

  const orderIds = (query: Partial<OrderQuery> = {}): string[] =>
    store.trading.findOrders({ ...NO_MORE, ...query }).map(({ orderId }) => orderId)

  beforeEach(() => {
    place = makePlace()
    store = place.open()
  })

  afterEach(() => {
    store.close()
    place.remove()
  })

  describe(`a batch appended to ${name}`, () => {
    const order = anOrder({ clientOrderId: 'mine' })
    const fill = aFill()
    const funding = aFunding()
    const facts: readonly Fact[] = [
      decided(order, REF),
      { kind: 'executed', fills: [fill], plan: aPosition().protection.plan, late: false, atMs: NOON_MS },
      { kind: 'fundingPaid', funding, positionId: fill.positionId, atMs: NOON_MS },
      { kind: 'equitySampled', ...sampleAt(NOON_MS) },
      { kind: 'audited', entry: anAuditEntry() },
      answered('{"done":true}'),
      { kind: 'candleClosed', candle: aCandle(), instrument: anInstrument() },
    ]

    const everything = () => ({
      facts: [...store.journal.read()].map(({ kind }) => kind),
      order: store.trading.findOrder(order.orderId),
      orders: store.trading.findOrders(NO_MORE),
      position: store.trading.findPosition(aPosition().positionId),
      positions: store.trading.findPositions({ ...ALL, symbol: null }),
      entries: store.trading.findAccountEntries(ANYBODY),
      decision: store.trading.findDecision(order.decisionId),
      equity: store.trading.findEquity({ fromMs: 0, toMs: NOON_MS + 1, limit: 9 }),
      answer: store.trading.findAnswer(REF.scope, 0),
    })

    const NOTHING = {
      facts: [],
      order: undefined,
      orders: [],
      position: undefined,
      positions: [],
      entries: [],
      decision: undefined,
      equity: [],
      answer: undefined,
    }

    it('is stored completely, also after a reopen', () => {
      expect(everything()).toEqual(NOTHING)
      append(facts, [order], [aPosition()])
      const expected = {
        facts: ['orderDecided', 'executed', 'fundingPaid', 'equitySampled'],
        order,
        orders: [order],
        position: aPosition(),
        positions: [aPosition()],
        entries: [
          { kind: 'funding', funding, positionId: fill.positionId },
          { kind: 'fill', fill },
        ],
        decision: aDecision(),
        equity: [sampleAt(NOON_MS)],
        answer: { fingerprint: 'f1', orderId: order.orderId, answer: { status: 201, body: '{"done":true}' } },
      }
      expect(everything()).toEqual(expected)
      store.close()
      store = place.open()
      expect(everything()).toEqual(expected)
    })

    it('stores nothing when any part of it is rejected', () => {
      const broken = { ...aPosition(), openedAtMs: Number.NaN }
      expect(() => append(facts, [order], [aPosition(), broken])).toThrow()
      expect(everything()).toEqual(NOTHING)
    })

    it('stores the gate inputs with the decision, not in the journal', () => {
      append(facts)
      expect(store.trading.findDecision(order.decisionId)?.readings).toHaveLength(1)
      expect([...store.journal.read()][0]).toMatchObject({ decision: { verdict: 'APPROVED', readings: [] } })
    })
  })

  describe(`the orders of ${name}`, () => {
    it('are in their last stored state', () => {
      append([], [anOrder()])
      const filled = anOrder({ status: 'FILLED', filledTickLots: 10n ** 25n, version: 2 })
      append([], [filled])
      expect(store.trading.findOrder(filled.orderId)).toEqual(filled)
      expect(orderIds({ open: true })).toEqual([])
      expect(orderIds({ open: false })).toEqual([filled.orderId])
    })

    it('are found by every requested criterion', () => {
      const orders = [
        orderAt(1, NOON_MS, { status: 'NEW' }),
        orderAt(2, NOON_MS + 1, { status: 'FILLED', terms: { symbol: 'ETHUSDT' } }),
        orderAt(3, NOON_MS + 2, { status: 'UNTRIGGERED', origin: 'GUARDIAN', clientOrderId: 'mine' }),
        orderAt(4, NOON_MS + 3, { status: 'CANCELED', origin: 'GUARDIAN' }),
      ]
      append([], orders)
      const numbered = (...numbers: readonly number[]) => numbers.map((number) => anId('ord', number))
      expect(orderIds()).toEqual(numbered(4, 3, 2, 1))
      expect(orderIds({ limit: 2 })).toEqual(numbered(4, 3))
      expect(orderIds({ limit: 0 })).toEqual([])
      expect(orderIds({ symbol: 'ETHUSDT' })).toEqual(numbered(2))
      expect(orderIds({ open: true })).toEqual(numbered(3, 1))
      expect(orderIds({ open: false })).toEqual(numbered(4, 2))
      expect(orderIds({ statuses: ['NEW', 'FILLED'] })).toEqual(numbered(2, 1))
      expect(orderIds({ statuses: [] })).toEqual([])
      expect(orderIds({ origin: 'GUARDIAN' })).toEqual(numbered(4, 3))
      expect(orderIds({ clientOrderId: 'mine' })).toEqual(numbered(3))
      expect(orderIds({ clientOrderId: "' OR 1 --" })).toEqual([])
      expect(orderIds({ fromMs: NOON_MS + 1, toMs: NOON_MS + 3 })).toEqual(numbered(3, 2))
      expect(orderIds({ origin: 'GUARDIAN', open: true, symbol: 'BTCUSDT' })).toEqual(numbered(3))
    })

    it('are returned in pages that neither shift nor repeat when orders are created between them', () => {
      const anyInstants = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 })
      fc.assert(
        fc.property(anyInstants, anyInstants, fc.integer({ min: 1, max: 4 }), (before, later, limit) => {
          const other = makePlace()
          const tested = other.open()
          const put = (orders: readonly Order[]) => void tested.journal.append({ facts: [], orders, positions: [] })
          const first = before.map((atMs, index) => orderAt(2 * index, atMs))
          put(first)
          const listed: Order[] = []
          let page = tested.trading.findOrders({ ...NO_MORE, limit })
          while (page.length > 0) {
            listed.push(...page)
            put(later.map((atMs, index) => orderAt(1_001 + listed.length * 50 + index, 10 + atMs)))
            const last = page.at(-1)
            const next = last && { atMs: last.createdAtMs, id: last.orderId }
            page = tested.trading.findOrders({ ...NO_MORE, limit, before: next ?? null })
          }
          tested.close()
          other.remove()
          const inOrder = first.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.orderId < b.orderId ? 1 : -1))
          expect(listed).toEqual(inOrder)
        }),
        { numRuns: runs(9) },
      )
    })
  })

  describe(`the positions of ${name}`, () => {
    it('are found newest first, by symbol too', () => {
      const positions = [1, 2, 3].map((number) =>
        aPosition({
          positionId: anId('pos', number),
          openedAtMs: NOON_MS + number,
          symbol: number === 2 ? 'ETHUSDT' : 'BTCUSDT',
        }),
      )
      append([], [], positions)
      const ids = (query: Partial<Page & { symbol: string | null }>) =>
        store.trading.findPositions({ ...ALL, symbol: null, ...query }).map(({ positionId }) => positionId)
      expect(ids({})).toEqual([3, 2, 1].map((number) => anId('pos', number)))
      expect(ids({ symbol: 'BTCUSDT', limit: 1 })).toEqual([anId('pos', 3)])
      expect(ids({ before: { atMs: NOON_MS + 3, id: anId('pos', 3) } })).toEqual([anId('pos', 2), anId('pos', 1)])
      const closed = aPosition({ positionId: anId('pos', 1), status: 'CLOSED', version: 9 })
      append([], [], [closed])
      expect(store.trading.findPosition(closed.positionId)).toEqual(closed)
    })
  })

  describe(`the account's history of ${name}`, () => {
    it('is found by symbol, order and position', () => {
      const fills = [1, 2].map((number) =>
        aFill({
          fillId: anId('fil', number),
          orderId: number === 1 ? anId('ord', 1) : null,
          positionId: anId('pos', number),
          executedAtMs: NOON_MS + number,
        }),
      )
      const funding = aFunding({ symbol: 'ETHUSDT', settledAtMs: NOON_MS + 9 })
      append([
        { kind: 'executed', fills, plan: aPosition().protection.plan, late: false, atMs: NOON_MS },
        { kind: 'fundingPaid', funding, positionId: anId('pos', 2), atMs: NOON_MS },
      ])
      const entries = [
        { kind: 'funding', funding, positionId: anId('pos', 2) },
        ...fills.toReversed().map((fill) => ({ kind: 'fill', fill })),
      ]
      const find = (query: Partial<AccountQuery>) => store.trading.findAccountEntries({ ...ANYBODY, ...query })
      expect(find({})).toEqual(entries)
      expect(find({ symbol: 'BTCUSDT' })).toEqual(entries.slice(1))
      expect(find({ positionId: anId('pos', 2) })).toEqual(entries.slice(0, 2))
      expect(find({ orderId: anId('ord', 1) })).toEqual(entries.slice(2))
      expect(find({ before: { atMs: NOON_MS + 9, id: 'funding-1' }, limit: 1 })).toEqual(entries.slice(1, 2))
    })
  })

  describe(`the counts of ${name}`, () => {
    it('cover everything from the instant on: the platform’s orders, those sent, and fills', () => {
      expect(store.trading.countSince(0)).toEqual({ decided: 0, sent: 0, fills: 0 })
      const orders = [
        orderAt(1, NOON_MS - 1),
        orderAt(2, NOON_MS, { status: 'FILLED' }),
        orderAt(3, NOON_MS + 1, { status: 'DENIED' }),
        orderAt(4, NOON_MS + 2, { origin: 'EXTERNAL', status: 'NEW' }),
      ]
      const fills = [-1, 0].map((ms) => aFill({ fillId: anId('fil', 2 + ms), executedAtMs: NOON_MS + ms }))
      const plan = aPosition().protection.plan
      append(
        [
          ...fills.map((fill): Fact => ({ kind: 'executed', fills: [fill], plan, late: false, atMs: NOON_MS })),
          { kind: 'fundingPaid', funding: aFunding(), positionId: null, atMs: NOON_MS },
        ],
        orders,
      )
      expect(store.trading.countSince(NOON_MS)).toEqual({ decided: 2, sent: 1, fills: 1 })
      expect(store.trading.countSince(0)).toEqual({ decided: 3, sent: 2, fills: 2 })
    })

    it('return the platform’s order flow within a period, in short form, oldest first', () => {
      const dispatch = { state: 'RESOLVED', attempts: 2, signedAtMs: NOON_MS, provenDeadAtMs: null } as const
      const orders = [
        orderAt(2, NOON_MS + 1, { status: 'FILLED', dispatch }),
        orderAt(1, NOON_MS, { status: 'CANCELED' }),
        orderAt(3, NOON_MS + 1, { status: 'DENIED' }),
        orderAt(4, NOON_MS + 1, { origin: 'EXTERNAL' }),
        orderAt(5, NOON_MS + 2),
        orderAt(6, NOON_MS - 1),
      ]
      append([], orders)
      const [second, first] = orders as [Order, Order]
      const period = { fromMs: NOON_MS, toMs: NOON_MS + 2 }
      const all = store.trading.findFlow({ ...period, after: null, limit: 5 })
      expect(all).toEqual({ orders: [toFlowOrder(first), toFlowOrder(second)], next: null })
      const pages: FlowPage[] = []
      do pages.push(store.trading.findFlow({ ...period, after: pages.at(-1)?.next ?? null, limit: 1 }))
      while (pages.at(-1)?.next)
      expect(pages.flatMap((page) => page.orders)).toEqual(all.orders)
      expect(pages.map((page) => page.orders.length)).toEqual([1, 1, 0, 0, 0])
    })
  })

  describe(`the states of ${name}`, () => {
    it('are the engine’s last ones, newest first', () => {
      const enter = (state: 'RUNNING' | 'PAUSED' | 'HALTED', atMs: number): Fact => ({
        kind: 'controlChanged',
        state,
        desired: 'RUNNING',
        reason: { code: 'A', message: 'b' },
        by: anAuditEntry().actor,
        atMs,
      })
      expect(store.trading.findStates(10)).toEqual([])
      append([enter('RUNNING', NOON_MS), enter('PAUSED', NOON_MS + 1)])
      append([enter('HALTED', NOON_MS + 1)])
      const all = [
        { state: 'HALTED', atMs: NOON_MS + 1 },
        { state: 'PAUSED', atMs: NOON_MS + 1 },
        { state: 'RUNNING', atMs: NOON_MS },
      ]
      expect(store.trading.findStates(10)).toEqual(all)
      expect(store.trading.findStates(2)).toEqual(all.slice(0, 2))
    })
  })

  describe(`the equity of ${name}`, () => {
    const find = (fromMs: number, toMs: number, limit: number) =>
      store.trading.findEquity({ fromMs, toMs, limit }).map(({ atMs }) => atMs)

    it('is complete when it is within the requested size', () => {
      sample(10, 20, 21, 22, 90)
      expect(find(0, 100, 5)).toEqual([10, 20, 21, 22, 90])
      expect(find(20, 90, 5)).toEqual([20, 21, 22])
      expect(find(23, 90, 5)).toEqual([])
    })

    it('is thinned evenly in time beyond that size, its first and last sample included', () => {
      sample(...Array.from({ length: 101 }, (_, index) => index * 10))
      expect(find(0, 2_000, 11)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000])
      expect(find(0, 2_000, 1)).toEqual([1_000])
      expect(find(0, 2_000, 0)).toEqual([])
    })

    it('is never more than requested, never outside the range and never out of order', () => {
      const instants = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 60 })
      sample(...fc.sample(instants, { numRuns: 1, seed: 7 }).flat())
      const bound = fc.integer({ min: 0, max: 500 })
      fc.assert(
        fc.property(bound, bound, fc.integer({ min: 0, max: 20 }), (fromMs, toMs, limit) => {
          const matches = find(fromMs, toMs, limit)
          expect(matches.length).toBeLessThanOrEqual(limit)
          expect(matches).toEqual([...new Set(matches)].toSorted((a, b) => a - b))
          for (const atMs of matches) expect(atMs >= fromMs && atMs < toMs).toBe(true)
        }),
      )
    })

    it('keeps its amounts exact', () => {
      const exact = { atMs: 5, equity: 10n ** 30n + 1n, walletBalance: -(10n ** 30n) - 1n, unrealizedPnl: 3n }
      append([{ kind: 'equitySampled', ...exact }])
      expect(store.trading.findEquity({ fromMs: 0, toMs: 9, limit: 1 })).toEqual([exact])
    })
  })

  describe(`the idempotency keys of ${name}`, () => {
    it('are counted from an instant on', () => {
      append([answered('a'), answered('b', { scope: 'other', fingerprint: 'f2' }, NOON_MS - 1)])
      expect([store.trading.countKeys(NOON_MS), store.trading.countKeys(0)]).toEqual([1, 2])
    })

    const find = (sinceMs = 0) => store.trading.findAnswer(REF.scope, sinceMs)
    const order = anOrder({ status: 'FILLED' })

    it('are known as soon as an order uses them, and have their answer later', () => {
      expect(find()).toBeUndefined()
      append([decided(order, REF)], [order])
      expect(find()).toEqual({ fingerprint: 'f1', orderId: order.orderId, answer: null })
      append([answered('{"a": 1}  ')])
      expect(find()).toEqual({
        fingerprint: 'f1',
        orderId: order.orderId,
        answer: { status: 201, body: '{"a": 1}  ' },
      })
      expect(find(NOON_MS + 1)).toBeUndefined()
    })

    it('may have an answer without an order', () => {
      append([answered('refused')])
      expect(find()).toEqual({ fingerprint: 'f1', orderId: null, answer: { status: 201, body: 'refused' } })
    })

    it('retain their answer when another request has the same key', () => {
      append([answered('first')])
      append([answered('other', { ...REF, fingerprint: 'f2' }, NOON_MS + 1)])
      expect(find()).toMatchObject({ fingerprint: 'f1', answer: { body: 'first' } })
    })

    it('start anew after a day', () => {
      append([decided(order, REF), answered('first')], [order])
      append([answered('second', { ...REF, fingerprint: 'f2' }, NOON_MS + DAY_MS)])
      expect(find(NOON_MS + 1)).toEqual({ fingerprint: 'f2', orderId: null, answer: { status: 201, body: 'second' } })
    })

    it('are released after a day, unless their order is still working', () => {
      const working = orderAt(2, NOON_MS, { status: 'NEW' })
      const second = { ...REF, scope: 'second' }
      append([decided(order, REF), decided(working, second)], [order, working])
      append([answered('later', { ...REF, scope: 'third' }, NOON_MS + DAY_MS + 1)])
      expect(find()).toBeUndefined()
      expect(store.trading.findAnswer('second', 0)).toMatchObject({ orderId: working.orderId })
      expect(store.trading.findAnswer('third', 0)).toMatchObject({ answer: { body: 'later' } })
    })
  })
}
