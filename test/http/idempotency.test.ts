import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ticks } from '../../server/domain/market/instrument.ts'
import type { OrderStatus } from '../../server/domain/order/order.ts'
import type { CommandOutcome, CommandRefusal } from '../../server/engine/model/events.ts'
import { anId, anOrder, aPlan, aPosition } from '../support/book-samples.ts'
import { DONE, type Placing, refusing, startTradingServer, type TradingServer } from '../support/trading-server.ts'

const ORDER = '/api/v381/trading/order'
const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.010', price: '100.0' }
const KEY = 'a-key-of-sixteen-or-more'

const servers: TradingServer[] = []
let server: TradingServer

beforeEach(async () => {
  server = await startTradingServer()
  servers.push(server)
  server.desk.deed = (instruction) => server.placed(instruction as Placing)
})
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()))
})

const order = (body: object = limit, key = KEY, role: 'TRADER' | 'ADMIN' = 'TRADER') =>
  server.call('POST', ORDER, { body, role, headers: { 'idempotency-key': key } })

const placedAs = (status: OrderStatus) => {
  server.desk.deed = (instruction) => server.placed(instruction as Placing, { status })
  return order()
}

const refusedAs = (refusal: CommandRefusal) => {
  server.desk.deed = refusing(refusal)
  return order()
}

/** The position has its stop already, standing and verified. */
const protect = () => {
  const stop = { price: ticks(950), by: 'MARK' } as const
  server.put(anOrder({ status: 'UNTRIGGERED', terms: { type: 'STOP_MARKET', trigger: stop } }))
  const plan = aPlan({ stopLoss: stop, stopIsDefault: false })
  const verified = { ...aPosition().protection, plan, state: 'VERIFIED', stopOrderId: anId('ord') } as const
  server.hold(aPosition({ protection: verified }))
  return changeStop()
}

const changeStop = () =>
  server.call('PATCH', `/api/v381/trading/positions/${anId('pos')}/sl-tp`, {
    body: { stopLoss: { triggerPrice: '95.0' } },
    headers: { 'idempotency-key': KEY },
  })

describe('a request with a key', () => {
  it('is executed once, and always answered with the same bytes, whatever happened to the order', async () => {
    const first = await order()
    server.put(anOrder({ orderId: first.json().orderId, status: 'FILLED' }))
    const again = await order()
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', location: first.headers.location })
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(server.instructions).toHaveLength(1)
  })

  it('is the same request when the key is quoted and the members are reordered', async () => {
    const first = await order()
    const turned = Object.fromEntries(Object.entries(limit).toReversed())
    expect((await order(turned, `"${KEY}"`)).body).toBe(first.body)
  })

  it.each<[number, string, () => Promise<LightMyRequestResponse>]>([
    [201, 'a resting order', () => placedAs('NEW')],
    [202, 'an order whose outcome is not known', () => placedAs('OUTCOME_UNKNOWN')],
    [422, 'an order that the gates held back', () => placedAs('DENIED')],
    [422, 'an order that the exchange rejected', () => placedAs('REJECTED')],
    [422, 'what would increase the risk', () => refusedAs({ kind: 'wouldIncreaseRisk', detail: 'It would open.' })],
    [409, 'a position that has ended', () => refusedAs({ kind: 'positionEnded' })],
    [200, 'a change of protection', () => protect()],
  ])('returns the same bytes for a stored %d: %s', async (status, _what, send) => {
    server.hold(aPosition())
    const first = await send()
    expect(first.statusCode).toBe(status)
    const carriedOut = server.instructions.length
    server.desk.deed = () => Promise.reject(new Error('must not be carried out again'))
    for (const order of server.store.orders) server.put({ ...order, status: 'CANCELED' })
    const again = await (status === 200 ? changeStop : order)()
    expect([again.statusCode, again.body]).toEqual([status, first.body])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect([again.headers['idempotency-replayed'], server.instructions.length]).toEqual(['true', carriedOut])
  })

  it('stores a refusal too', async () => {
    server.desk.deed = refusing({ kind: 'duplicateClientOrderId', clientOrderId: 'x', orderId: anId('ord') })
    const first = await order()
    server.desk.deed = () => DONE
    const again = await order()
    expect([again.statusCode, again.body]).toEqual([409, first.body])
    expect(again.headers['content-type']).toContain('application/problem+json')
    expect(again.headers).not.toHaveProperty('location')
  })

  it('is refused with another body, and is a separate request at another address', async () => {
    await order()
    const response = await order({ ...limit, qty: '0.011' })
    expect([response.statusCode, response.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    server.hold(aPosition())
    const closing = { headers: { 'idempotency-key': KEY } }
    expect((await server.call('POST', `/api/v381/trading/positions/${anId('pos')}/close`, closing)).statusCode).toBe(
      201,
    )
  })

  it('belongs to one caller', async () => {
    const mine = await order()
    const theirs = await order(limit, KEY, 'ADMIN')
    expect(theirs.json().orderId).not.toBe(mine.json().orderId)
  })

  it('answers 409 while the first is being processed, and 422 when that one differed', async () => {
    const gate = Promise.withResolvers<CommandOutcome>()
    const begun = Promise.withResolvers<void>()
    server.desk.deed = (instruction) => {
      server.placed(instruction as Placing)
      begun.resolve()
      return gate.promise
    }
    const first = order()
    await begun.promise
    const second = await order()
    expect([second.statusCode, second.json().code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    expect(second.headers['retry-after']).toBe('1')
    expect((await order({ ...limit, qty: '0.011' })).statusCode).toBe(422)
    gate.resolve(DONE)
    const answered = await first
    expect((await order()).body).toBe(answered.body)
    expect(server.instructions).toHaveLength(1)
  })

  it('is answered from the state of its order when the process ended before it answered', async () => {
    server.desk.keepsAnswers = false
    const cut = await order()
    expect([cut.statusCode, cut.json().code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    const [placed] = server.store.orders
    server.put(anOrder({ orderId: placed?.orderId ?? anId('ord'), status: 'OUTCOME_UNKNOWN' }))
    server.desk.keepsAnswers = true
    const answered = await order()
    expect([answered.statusCode, answered.json().status]).toEqual([202, 'OUTCOME_UNKNOWN'])
    server.put(anOrder({ orderId: answered.json().orderId, status: 'FILLED' }))
    expect((await order()).body).toBe(answered.body)
    expect(server.instructions).toHaveLength(1)
  })

  it.each([
    ['the engine took nothing', () => Promise.reject(new Error('full')), 503],
    ['no price was seen', refusing({ kind: 'marketNotSeen', symbol: 'BTCUSDT' }), 503],
    ['an earlier outcome is not known', refusing({ kind: 'outcomePending', detail: 'Wait.' }), 409],
  ])('may be sent again when %s', async (_name, deed, status) => {
    server.desk.deed = deed
    expect((await order()).statusCode).toBe(status)
    server.desk.deed = (instruction) => server.placed(instruction as Placing)
    expect((await order()).statusCode).toBe(201)
  })

  it('may be sent again with a readable body', async () => {
    expect((await order({ ...limit, price: '1.01' })).statusCode).toBe(400)
    expect((await order()).statusCode).toBe(201)
  })

  it('always produces the same id at the exchange', async () => {
    await order()
    server.store.answers.clear()
    await order()
    const [first, second] = server.instructions as Placing[]
    expect(first?.venueSeed).toBe(second?.venueSeed)
    expect(first?.venueSeed).not.toBe(first?.orderId.slice(4))
  })
})

describe('a request without a key', () => {
  it('is executed each time it is sent', async () => {
    const [first, second] = [
      await server.call('POST', ORDER, { body: limit }),
      await server.call('POST', ORDER, { body: limit }),
    ]
    expect(first.json().orderId).not.toBe(second.json().orderId)
    expect(server.store.answers.size).toBe(0)
  })
})
