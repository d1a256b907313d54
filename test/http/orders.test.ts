import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DecidedOrder, Order, OrderPreview, Orders } from '../../contract/trading.ts'
import { ok } from '../../server/core/result.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { OrderStatus } from '../../server/domain/order/order.ts'
import type { GateReading } from '../../server/domain/risk/gate.ts'
import type { CommandRefusal } from '../../server/engine/model/events.ts'
import { anId, anOrder, aPlan } from '../support/book-samples.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { schemaErrors } from '../support/schema-errors.ts'
import { anEffect } from '../support/trading-facts.ts'
import { DONE, type Placing, refusing, startTradingServer, type TradingServer } from '../support/trading-server.ts'

const ORDER = '/api/v381/trading/order'
const ORDERS = '/api/v381/trading/orders'
const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.010', price: '100.0' }
const servers: TradingServer[] = []
let server: TradingServer

beforeEach(async () => {
  server = await startTradingServer()
  servers.push(server)
})
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()))
})

const placing = (status: OrderStatus, order = {}) => {
  server.desk.deed = (instruction) => server.placed(instruction as Placing, { status, ...order })
}

describe('POST order', () => {
  it('answers 201 with the order, its address and caching disabled', async () => {
    placing('NEW')
    const response = await server.call('POST', ORDER, { body: { ...limit, clientOrderId: 'mine' } })
    const body = response.json()
    expect(response.statusCode).toBe(201)
    expect(response.headers).toMatchObject({
      location: `${ORDER}/${body.orderId}`,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(schemaErrors(DecidedOrder, body)).toBeNull()
    expect(body).toMatchObject({ status: 'NEW', clientOrderId: 'mine', stopLossDefaulted: true, qty: '0.010' })
    const read = await server.call('GET', `${ORDER}/${body.orderId}`, { role: 'VIEWER' })
    expect(read.json()).toEqual(body)
  })

  it('passes the order to the engine in ticks and lots, with its requester and a new id at the exchange', async () => {
    placing('NEW')
    const body = { ...limit, stopLoss: { triggerPrice: '95.5', triggerBy: 'LAST' } }
    const { orderId } = (await server.call('POST', ORDER, { body })).json()
    expect(server.instructions).toEqual([
      expect.objectContaining({
        kind: 'placeOrder',
        orderId,
        venueSeed: orderId.slice(4),
        request: expect.objectContaining({
          size: { quantity: 10 },
          price: 1_000,
          stopLoss: { price: 955, by: 'LAST' },
          reduceOnly: false,
        }),
        instructed: {
          actor: {
            type: 'USER',
            sub: expect.stringMatching(/^usr_/),
            sid: expect.stringMatching(/^ses_/),
            ip: '127.0.0.1',
          },
          requestId: expect.stringMatching(/^req_/),
          idempotency: null,
          reason: null,
          auditId: expect.stringMatching(/^aud_/),
        },
      }),
    ])
  })

  it.each<[OrderStatus, number]>([
    ['NEW', 201],
    ['UNTRIGGERED', 201],
    ['FILLED', 201],
    ['PARTIALLY_FILLED', 201],
    ['EXPIRED', 201],
    ['CANCELED', 201],
    ['OUTCOME_UNKNOWN', 202],
    ['PENDING_NEW', 202],
  ])('with the outcome %s answers %i', async (status, code) => {
    placing(status)
    expect((await server.call('POST', ORDER, { body: limit })).statusCode).toBe(code)
  })

  it('answers 422 with every enforced gate that failed, and only these', async () => {
    const reading = (gate: Partial<GateReading>): GateReading => ({
      gateId: 'G11',
      code: 'MAX_ORDER_NOTIONAL',
      kind: 'S',
      enforced: true,
      pass: false,
      observed: '6000',
      limit: '5000',
      unit: 'USDT',
      detail: 'the order is too much: order less',
      ...gate,
    })
    const readings = [
      reading({}),
      reading({ gateId: 'G18', code: 'RATE', observed: 6, limit: 5, unit: 'count', detail: 'too many: wait' }),
      reading({ gateId: 'G24', enforced: false }),
      reading({ gateId: 'G01', pass: true }),
    ]
    server.store.decisions.push({ decisionId: anId('dec'), verdict: 'DENIED', readings })
    placing('DENIED')
    const response = await server.call('POST', ORDER, { body: limit })
    expect(response.statusCode).toBe(422)
    const problem = response.json()
    expect(problem.detail).toBe('The order is too much: order less; too many: wait.')
    expect(problem).toMatchObject({ code: 'PRE_TRADE_REJECTED', decisionId: anId('dec'), orderId: expect.any(String) })
    expect(problem.gates).toEqual([
      {
        gateId: 'G11',
        code: 'MAX_ORDER_NOTIONAL',
        limit: '5000',
        observed: '6000',
        unit: 'USDT',
        detail: 'the order is too much: order less',
      },
      { gateId: 'G18', code: 'RATE', limit: 5, observed: 6, unit: 'count', detail: 'too many: wait' },
    ])
  })

  it('answers 422 with the exchange’s message when it rejected the order', async () => {
    placing('REJECTED', { statusReason: '-2019 Margin is insufficient. (INSUFFICIENT_MARGIN)' })
    const response = await server.call('POST', ORDER, { body: limit })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'EXCHANGE_REJECTED',
      exchange: { code: '-2019', message: 'Margin is insufficient.', category: 'INSUFFICIENT_MARGIN' },
    })
  })

  it.each<[CommandRefusal, number, string, object]>([
    [{ kind: 'unknownSymbol', symbol: 'BTCUSDT' }, 404, 'UNKNOWN_SYMBOL', {}],
    [{ kind: 'marketNotSeen', symbol: 'BTCUSDT' }, 503, 'MARKET_DATA_UNAVAILABLE', { retryable: true }],
    [
      { kind: 'latched', stopId: anId('stp'), reason: 'HOST_STOP', latchedAtMs: NOON_MS },
      409,
      'EMERGENCY_STOP_LATCHED',
      { stopId: anId('stp'), latchedAt: '2026-11-21T12:00:00.000Z', reason: 'HOST_STOP' },
    ],
    [
      { kind: 'duplicateClientOrderId', clientOrderId: 'mine', orderId: anId('ord') },
      409,
      'DUPLICATE_CLIENT_ORDER_ID',
      { orderId: anId('ord') },
    ],
    [{ kind: 'wouldIncreaseRisk', detail: 'Too near.' }, 422, 'WOULD_INCREASE_RISK', { detail: 'Too near.' }],
    [
      { kind: 'invalid', pointer: '/notional', detail: 'is less than one lot' },
      400,
      'INVALID_PARAMETER',
      { errors: [{ in: 'body', pointer: '/notional', code: 'NOT_ALLOWED', detail: 'is less than one lot' }] },
    ],
    [{ kind: 'goingDown' }, 503, 'SHUTTING_DOWN', { retryable: true }],
    [{ kind: 'outcomePending', detail: 'Not known yet.' }, 409, 'OUTCOME_UNKNOWN_PENDING', { retryable: true }],
  ])('refused as %j answers %i %s', async (refusal, status, code, members) => {
    server.desk.deed = refusing(refusal)
    const response = await server.call('POST', ORDER, { body: limit })
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.json()).toMatchObject({ code, ...members })
  })

  it('answers 503 with Retry-After when the engine accepts nothing', async () => {
    server.desk.deed = () => Promise.reject(new Error('the inbox is full'))
    const response = await server.call('POST', ORDER, { body: limit })
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.json()).toMatchObject({ code: 'NOT_READY', retryable: true })
    expect(response.body).not.toContain('inbox')
  })

  it('finds the order that the same key created before the store was lost', async () => {
    const headers = { 'idempotency-key': 'a-key-of-sixteen-or-more' }
    placing('NEW')
    const first = await server.call('POST', ORDER, { body: limit, headers })
    server.store.answers.clear()
    server.desk.deed = () => DONE
    const again = await server.call('POST', ORDER, { body: limit, headers })
    expect(again.json().orderId).toBe(first.json().orderId)
    const seeds = server.instructions.map((instruction) => (instruction as Placing).venueSeed)
    expect(new Set(seeds).size).toBe(1)
  })

  it.each([
    ['VIEWER', 403],
    ['OPERATOR', 403],
    ['TRADER', 201],
    ['ADMIN', 201],
    [null, 401],
  ] as const)('for %s answers %s', async (role, status) => {
    placing('NEW')
    expect((await server.call('POST', ORDER, { body: limit, role })).statusCode).toBe(status)
    expect(server.instructions).toHaveLength(status === 201 ? 1 : 0)
  })
})

describe('POST order/preview', () => {
  const preview = {
    candidate: anOrder({ terms: { quantity: lots(10), price: ticks(1_000) }, plan: aPlan() }),
    readings: [],
    verdict: 'APPROVED' as const,
    notional: 100_000_000n,
    fee: 50_000n,
    initialMargin: 33_333_333n,
    maintenanceMarginAfter: null,
    liquidationPriceAfter: 5_000_000_000n,
    lossAtStop: 10_000_000n,
    effect: anEffect(),
  }

  it('returns gates, costs and stop to any role and sends no order', async () => {
    server.desk.preview = ok(preview)
    const response = await server.call('POST', `${ORDER}/preview`, { body: limit, role: 'VIEWER' })
    expect(response.statusCode).toBe(200)
    expect(schemaErrors(OrderPreview, response.json())).toBeNull()
    expect(response.json()).toMatchObject({
      decision: { decisionId: null, verdict: 'APPROVED', gates: [] },
      notional: '1.00000000',
      lossAtStop: '0.10000000',
      effectOnPosition: { kind: 'OPENS', before: { holder: null }, after: { holder: { kind: 'PERSON' } } },
      liquidationPriceAfter: '50.00000000',
      stopLossDefaulted: true,
      executionMode: 'PAPER',
    })
    expect(server.instructions).toEqual([])
  })

  it('rejects what would be rejected for an order', async () => {
    server.desk.preview = { ok: false, error: { kind: 'marketNotSeen', symbol: 'BTCUSDT' } }
    expect((await server.call('POST', `${ORDER}/preview`, { body: limit })).statusCode).toBe(503)
    expect((await server.call('POST', `${ORDER}/preview`, { body: { ...limit, price: '1.01' } })).statusCode).toBe(400)
  })
})

describe('PATCH order', () => {
  const path = `${ORDER}/${anId('ord')}`
  const amending = (status: OrderStatus, order = {}) => {
    server.desk.deed = (instruction) => {
      if (instruction.kind !== 'amendOrder') throw new Error('an amendment is expected')
      const { orderId, instructed, replaces } = instruction
      server.put(anOrder({ orderId, status, replaces, ...order }))
      const { idempotency } = instructed
      if (idempotency)
        server.store.answers.set(idempotency.scope, { fingerprint: idempotency.fingerprint, orderId, answer: null })
      return DONE
    }
  }

  beforeEach(() => server.put(anOrder({ status: 'NEW' })))

  it('passes the terms to the engine in ticks and lots, and returns the order that replaces it', async () => {
    amending('NEW')
    const response = await server.call('PATCH', path, { body: { price: '101.0', qty: '0.020' } })
    expect(response.statusCode).toBe(201)
    expect(schemaErrors(DecidedOrder, response.json())).toBeNull()
    expect(response.headers.location).toBe(`${ORDER}/${response.json().orderId}`)
    expect(response.json()).toMatchObject({ replaces: anId('ord'), replacedBy: null, status: 'NEW' })
    expect(server.instructions).toMatchObject([
      { replaces: anId('ord'), change: { price: 1_010, triggerPrice: null, quantity: 20 } },
    ])
  })

  it('is executed once for each key', async () => {
    amending('NEW')
    const headers = { 'idempotency-key': 'amend-0123456789abcdef' }
    const once = () => server.call('PATCH', path, { body: { price: '101.0' }, headers })
    const [first, second] = [await once(), await once()]
    expect([second.statusCode, second.body]).toEqual([201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(server.instructions).toHaveLength(1)
  })

  it.each<[Partial<Parameters<typeof anOrder>[0]>, number, object]>([
    [{ status: 'PENDING_CANCEL', replacedBy: anId('ord', 2) }, 202, { status: 'PENDING_CANCEL' }],
    [{ status: 'FILLED' }, 409, { code: 'ORDER_NOT_AMENDABLE', detail: expect.stringContaining('filled') }],
    [{ status: 'CANCELED' }, 409, { code: 'ORDER_NOT_AMENDABLE', detail: expect.stringContaining('has ended') }],
    [{ status: 'NEW' }, 409, { code: 'ORDER_NOT_AMENDABLE', detail: expect.stringContaining('did not cancel') }],
  ])('without a replacement, of %j, answers %i', async (order, status, body) => {
    server.desk.deed = () => {
      server.put(anOrder(order))
      return DONE
    }
    const response = await server.call('PATCH', path, { body: { price: '101.0' } })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject(body)
  })

  it('returns the gates that refuse the replacement', async () => {
    amending('DENIED', { statusReason: 'G11 MAX_ORDER_NOTIONAL' })
    const response = await server.call('PATCH', path, { body: { qty: '9.000' } })
    expect([response.statusCode, response.json().code]).toEqual([422, 'PRE_TRADE_REJECTED'])
  })

  it('reports an unknown order, faulty terms, and an order that cannot be amended', async () => {
    const call = async (id: string, body: object) => {
      const response = await server.call('PATCH', `${ORDER}/${id}`, { body })
      return [response.statusCode, response.json().code]
    }
    expect(await call(anId('ord', 7), { price: '101.0' })).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(await call(anId('ord'), {})).toEqual([400, 'INVALID_PARAMETER'])
    expect(await call(anId('ord'), { price: '1.01', qty: '0' })).toEqual([400, 'INVALID_PARAMETER'])
    server.desk.deed = refusing({ kind: 'notAmendable', detail: 'It protects.' })
    expect(await call(anId('ord'), { price: '101.0' })).toEqual([409, 'ORDER_NOT_AMENDABLE'])
    server.store.orders.push(anOrder({ orderId: anId('ord', 8), status: 'CANCELED' }))
    server.desk.deed = refusing({ kind: 'orderNotFound' })
    expect(await call(anId('ord', 8), { price: '101.0' })).toEqual([409, 'ORDER_NOT_AMENDABLE'])
  })

  it('is previewed for any role, and changes nothing', async () => {
    server.desk.preview = { ok: false, error: { kind: 'notAmendable', detail: 'It protects.' } }
    const preview = () => server.call('POST', `${path}/preview`, { body: { price: '101.0' }, role: 'VIEWER' })
    expect((await preview()).statusCode).toBe(409)
    expect((await server.call('PATCH', path, { body: { price: '101.0' }, role: 'VIEWER' })).statusCode).toBe(403)
    expect(server.instructions).toEqual([])
  })
})

describe('DELETE order', () => {
  const path = `${ORDER}/${anId('ord')}`

  it('answers 202 while the exchange has not confirmed it, and 200 once it has ended', async () => {
    server.put(anOrder({ status: 'NEW' }))
    server.desk.deed = () => {
      server.put(anOrder({ status: 'PENDING_CANCEL' }))
      return DONE
    }
    const pending = await server.call('DELETE', path)
    expect([pending.statusCode, pending.json().status]).toEqual([202, 'PENDING_CANCEL'])
    server.put(anOrder({ status: 'CANCELED' }))
    server.desk.deed = refusing({ kind: 'orderTerminal', orderId: anId('ord') })
    const [first, second] = [await server.call('DELETE', path), await server.call('DELETE', path)]
    expect([first.statusCode, first.json().status]).toEqual([200, 'CANCELED'])
    expect(second.body).toBe(first.body)
    expect(schemaErrors(Order, first.json())).toBeNull()
  })

  it('returns an order that the engine no longer keeps in memory in its final state', async () => {
    server.store.orders.push(anOrder({ status: 'FILLED' }))
    server.desk.deed = refusing({ kind: 'orderNotFound' })
    expect((await server.call('DELETE', path)).statusCode).toBe(200)
  })

  it.each<[CommandRefusal, number, string]>([
    [{ kind: 'orderNotFound' }, 404, 'ORDER_NOT_FOUND'],
    [{ kind: 'protectionRemovalForbidden', detail: 'It protects.' }, 422, 'PROTECTION_REMOVAL_FORBIDDEN'],
    [{ kind: 'outcomePending', detail: 'Not known.' }, 409, 'OUTCOME_UNKNOWN_PENDING'],
  ])('refused as %j answers %i', async (refusal, status, code) => {
    server.desk.deed = refusing(refusal)
    const response = await server.call('DELETE', path)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  it('accepts an empty body of any type and no other', async () => {
    server.put(anOrder({ status: 'CANCELED' }))
    const headers = { 'content-type': 'application/json' }
    expect((await server.call('DELETE', path, { headers })).statusCode).toBe(200)
    const response = await server.call('DELETE', path, { body: { mode: 'LIVE' } })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toContainEqual(expect.objectContaining({ in: 'body', pointer: '/mode' }))
  })
})

describe('GET orders', () => {
  it('reads pages in the documented shape, with a link to the next', async () => {
    for (const number of [1, 2, 3]) server.put(anOrder({ orderId: anId('ord', number), venueClientId: `v${number}` }))
    const first = await server.call('GET', `${ORDERS}?symbols=BTCUSDT&limit=2`, { role: 'OPERATOR' })
    expect(schemaErrors(Orders, first.json())).toBeNull()
    expect(first.headers['cache-control']).toBe('no-store')
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? []
    const second = await server.call('GET', next)
    expect(second.json().items.map(({ orderId }: { orderId: string }) => orderId)).toEqual([anId('ord', 1)])
    expect(second.json().nextCursor).toBeNull()
  })

  it('filters by status, openness and the caller’s name', async () => {
    server.put(anOrder({ status: 'FILLED', clientOrderId: 'mine' }))
    const count = async (query: string) => (await server.call('GET', `${ORDERS}?${query}`)).json().items.length
    expect(await count('status=FILLED,NEW')).toBe(1)
    expect(await count('status=NEW')).toBe(0)
    expect(await count('open=true')).toBe(0)
    expect(await count('clientOrderId=mine&origin=API')).toBe(1)
  })

  it('returns CSV to a client that prefers it', async () => {
    server.put(anOrder({ status: 'REJECTED', statusReason: '=HYPERLINK("x"), no' }))
    const response = await server.call('GET', ORDERS, { headers: { accept: 'text/csv' } })
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      vary: 'accept',
    })
    const [header, row] = response.body.split('\r\n')
    expect(header).toMatch(/^orderId,clientOrderId,/)
    expect(row).toContain(`"'=HYPERLINK(""x""), no"`)
  })
})
