import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { AutotradingConfig, AutotradingStatus, PauseResult, StopResult } from '../../contract/control.ts'
import { StoreFailure } from '../../server/core/errors.ts'
import { ROLES, type Role } from '../../server/identity/role.ts'
import { anId, anOrder, aPosition } from '../support/book-samples.ts'
import { schemaErrors } from '../support/schema-errors.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const STOP = '/api/emergency-stop'
const PAUSE = '/api/autotrading/pause'
const STATUS = '/api/autotrading/status'
const CONFIG = '/api/autotrading/config'

const servers: TradingServer[] = []
let server: TradingServer

beforeEach(async () => {
  server = await startTradingServer()
  servers.push(server)
})
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()))
})

describe('a reason that contains terminal control sequences', () => {
  const reason = 'x\u001b[2J\r\nState RUNNING\u202e'

  it('is rejected with the field that contains it, and pauses nothing', async () => {
    server.control.stand('RUNNING')
    const response = await server.call('POST', PAUSE, { body: { reason } })
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      [
        {
          in: 'body',
          pointer: '/reason',
          code: 'WRONG_FORM',
          detail: 'must be one line without control or formatting characters',
        },
      ],
    ])
    expect(server.ledger.control.state).toBe('RUNNING')
  })

  it('never prevents a stop, and is recorded in readable form', async () => {
    server.control.stand('RUNNING')
    expect((await server.call('POST', STOP, { body: { reason } })).statusCode).toBe(202)
    expect(server.ledger.latch?.reason).toBe('x\\u001b[2J\\u000d\\u000aState RUNNING\\u202e')
  })
})

describe('the required role', () => {
  const allowed: Record<string, readonly Role[]> = {
    [STOP]: ['TRADER', 'ADMIN'],
    [PAUSE]: ['OPERATOR', 'TRADER', 'ADMIN'],
  }

  it.each([STOP, PAUSE].flatMap((path) => ROLES.map((role) => [path, role] as const)))(
    '%s as %s',
    async (path, role) => {
      server.control.stand('RUNNING')
      const response = await server.call('POST', path, { role })
      const may = allowed[path]?.includes(role)
      expect(response.statusCode).toBe(may ? (path === STOP ? 202 : 200) : 403)
      const { ledger } = server
      expect([ledger.latch !== null, ledger.control.state]).toEqual(
        may ? (path === STOP ? [true, 'HALTED'] : [false, 'PAUSED']) : [false, 'RUNNING'],
      )
      if (!may) expect(response.json()).toMatchObject({ code: 'INSUFFICIENT_ROLE', requiredAnyOf: expect.any(Array) })
    },
  )

  it.each([STOP, PAUSE])('%s: rejected without a token', async (path) => {
    expect((await server.call('POST', path, { role: null })).statusCode).toBe(401)
    expect(server.ledger.latch).toBeNull()
  })

  it.each([STATUS, CONFIG])('%s is allowed for any role, and rejected without one', async (path) => {
    for (const role of ROLES) expect((await server.call('GET', path, { role })).statusCode).toBe(200)
    expect((await server.call('GET', path, { role: null })).statusCode).toBe(401)
  })
})

describe('an emergency stop', () => {
  it('answers in the documented shape with its progress, its requester and the reason', async () => {
    const response = await server.call('POST', STOP, { body: { reason: 'feed looks wrong' } })
    const body = response.json()
    expect(schemaErrors(StopResult, body)).toBeNull()
    expect(response.headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({
      stopId: expect.stringMatching(/^stp_/),
      state: 'HALTED',
      latched: true,
      alreadyLatched: false,
      latchedAt: '2026-11-21T12:00:00.000Z',
      latchPersistence: 'FILE_AND_DB',
      requestedBy: { type: 'USER', sub: expect.stringMatching(/^usr_/), username: 'alice', roles: ['TRADER'] },
      reason: 'feed looks wrong',
      flatten: 'NONE',
      bodyIgnored: false,
      phase: 'SWEEPING',
      clear: { by: 'HOST_CLI', via: 'plimsoll stop clear' },
    })
  })

  it('answers 200 when nothing is left to do', async () => {
    await server.call('POST', STOP)
    const { session } = server.control.state
    server.control.desk.onFacts = () => {}
    const stopping = server.call('POST', STOP)
    await new Promise((resolve) => setImmediate(resolve))
    session.sweep.complete = true
    const response = await stopping
    expect([response.statusCode, response.json().phase]).toEqual([200, 'COMPLETE'])
  })

  it.each<[string, unknown, Record<string, string>, boolean]>([
    ['no body', undefined, {}, false],
    ['an empty body', '', { 'content-type': 'application/json' }, false],
    ['another type', '{"reason":"x"}', { 'content-type': 'text/plain' }, false],
    ['a type that is none', '{"reason":"x"}', { 'content-type': ';;;' }, false],
    ['an empty type', '{"reason":"x"}', { 'content-type': '' }, false],
    ['JSON cut short', '{"reason":', {}, true],
    ['a form', 'reason=x', { 'content-type': 'application/x-www-form-urlencoded' }, true],
    ['an unknown field', { reason: 'x', mode: 'LIVE' }, {}, true],
    ['wrong types', { reason: 7, flatten: 1 }, {}, true],
    ['JSON without end', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, {}, true],
    ['more than 64 KiB', JSON.stringify({ reason: 'x'.repeat(70 * 1024) }), {}, true],
    ['a malformed key', undefined, { 'idempotency-key': 'a b c' }, false],
  ])('stops with %s', async (_name, body, headers, ignored) => {
    server.control.stand('RUNNING')
    const response = await server.call('POST', STOP, { body, headers })
    expect(response.statusCode).toBe(202)
    expect(response.json()).toMatchObject({ state: 'HALTED', flatten: 'NONE', bodyIgnored: ignored })
    expect(server.ledger.control.state).toBe('HALTED')
  })

  it('is the same stop when it is requested again, and can only be widened', async () => {
    const first = (await server.call('POST', STOP, { body: { reason: 'one' } })).json()
    const wider = (await server.call('POST', STOP, { role: 'ADMIN', body: { flatten: 'REDUCE_ONLY' } })).json()
    const back = (await server.call('POST', STOP, { body: { flatten: 'NONE', reason: 'two' } })).json()
    expect(wider).toMatchObject({ stopId: first.stopId, alreadyLatched: true, flatten: 'REDUCE_ONLY', reason: 'one' })
    expect(back).toMatchObject({ stopId: first.stopId, alreadyLatched: true, flatten: 'REDUCE_ONLY', reason: 'one' })
    expect(new Set([first, wider, back].map(({ audit }) => audit.auditId)).size).toBe(3)
    const intents = server.control.facts.flatMap((fact) => (fact.kind === 'audited' ? [fact.entry.outcome] : []))
    expect(intents).toEqual(['INTENT', 'REPEATED', 'REPEATED'])
  })

  it('holds when the engine is unreachable: memory and file confirm it, and the answer claims nothing more', async () => {
    server.control.reachable = false
    const response = await server.call('POST', STOP)
    expect(response.statusCode).toBe(202)
    expect(schemaErrors(StopResult, response.json())).toBeNull()
    expect(response.json()).toMatchObject({ latched: true, phase: 'LATCHED', latchPersistence: 'FILE' })
    const status = (await server.call('GET', STATUS)).json()
    expect(status).toMatchObject({ latch: { engaged: true }, allowed: { entries: false, manualIncreasing: false } })
    expect(status.stop.stopId).toBe(response.json().stopId)
  })

  it('reports that nothing can be written', async () => {
    server.control.memory.failure = 'the disk is full'
    server.control.memory.spools = true
    const body = (await server.call('POST', STOP)).json()
    expect(body).toMatchObject({ latchPersistence: 'FILE', audit: { status: 'SPOOLED' } })
  })

  it('returns an Idempotency-Key and does not require one', async () => {
    const key = 'k'.repeat(20)
    const response = await server.call('POST', STOP, { headers: { 'idempotency-key': key } })
    expect(response.headers['idempotency-key']).toBe(key)
  })

  it('is tracked by the status', async () => {
    const { stopId } = (await server.call('POST', STOP)).json()
    const status = (await server.call('GET', STATUS, { role: 'VIEWER' })).json()
    expect(schemaErrors(AutotradingStatus, status)).toBeNull()
    expect(status).toMatchObject({
      state: 'HALTED',
      desiredState: 'PAUSED',
      latch: { engaged: true, stopId },
      stop: { stopId, phase: 'SWEEPING' },
      allowed: { entries: false, exits: false, manualIncreasing: false, manualReducing: true },
    })
    expect(status.transitions).toContainEqual({ to: 'RECONCILING', by: 'HOST', via: 'plimsoll stop clear' })
  })
})

describe('while the stop is engaged', () => {
  const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.010', price: '100.0' }

  it('a risk-increasing order is refused with the engaged stop; a close and a new stop are not', async () => {
    server.desk.deed = (instruction) => server.control.run(instruction)
    const { stopId, latchedAt } = (await server.call('POST', STOP)).json()
    server.mark('BTCUSDT', 1_000)
    const refused = await server.call('POST', '/api/v381/trading/order', { body: limit })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'EMERGENCY_STOP_LATCHED', stopId, latchedAt })
    const { positionId } = server.hold(aPosition())
    const closed = await server.call('POST', `/api/v381/trading/positions/${positionId}/close`)
    expect(closed.statusCode).toBeLessThan(300)
    expect(closed.json()).toMatchObject({ reduceOnly: true })
    const moved = await server.call('PATCH', `/api/v381/trading/positions/${positionId}/sl-tp`, {
      body: { stopLoss: { triggerPrice: '95.0', triggerBy: 'MARK' } },
    })
    expect(moved.json().code).not.toBe('EMERGENCY_STOP_LATCHED')
  })

  it('reports a command as not executed when the engine cannot record it', async () => {
    server.desk.deed = () => Promise.reject(new StoreFailure('disk full'))
    const response = await server.call('POST', '/api/v381/trading/order', { body: limit })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'NOT_READY', retryable: true })
    expect(response.json().detail).toContain('could not be recorded')
  })
})

describe('a pause', () => {
  it('pauses, reports the result, and never resumes', async () => {
    server.control.stand('RUNNING')
    const first = await server.call('POST', PAUSE, { role: 'OPERATOR', body: { reason: 'lunch' } })
    expect(first.statusCode).toBe(200)
    expect(schemaErrors(PauseResult, first.json())).toBeNull()
    expect(first.json()).toMatchObject({
      changed: true,
      state: 'PAUSED',
      previousState: 'RUNNING',
      desiredState: 'PAUSED',
      entriesCancelled: { attempted: 0, confirmed: 0, filled: 0, unknown: 0 },
      audit: { auditId: expect.stringMatching(/^aud_/), status: 'RECORDED' },
    })
    expect((await server.call('POST', PAUSE)).json()).toMatchObject({ changed: false, state: 'PAUSED' })
    await server.call('POST', STOP)
    expect((await server.call('POST', PAUSE)).json()).toMatchObject({ changed: false, state: 'HALTED' })
  })

  it('before the engine is ready prevents an automatic start', async () => {
    server.control.stand('RECONCILING', 'RUNNING')
    const body = (await server.call('POST', PAUSE)).json()
    expect(body).toMatchObject({ changed: false, state: 'RECONCILING', desiredState: 'PAUSED' })
  })

  it('cancels the resting entries of autotrading, and counts those not yet cancelled', async () => {
    server.control.stand('RUNNING')
    server.put(anOrder({ origin: 'AUTOTRADING', status: 'NEW' }))
    server.put(anOrder({ orderId: anId('ord', 2), origin: 'API', status: 'NEW' }))
    const body = (await server.call('POST', PAUSE)).json()
    expect(body.entriesCancelled).toEqual({ attempted: 1, confirmed: 0, filled: 0, unknown: 1 })
  })

  it.each<[unknown, number]>([
    ['{"reason":', 400],
    [{ reason: 7 }, 400],
    [{ mode: 'LIVE' }, 400],
    [{ reason: 'a'.repeat(501) }, 400],
    ['null', 200],
    [{}, 200],
  ])('with the body %j answers %i', async (body, status) => {
    server.control.stand('RUNNING')
    expect((await server.call('POST', PAUSE, { body })).statusCode).toBe(status)
    expect(server.ledger.control.state).toBe(status === 200 ? 'PAUSED' : 'RUNNING')
  })

  it('reports that it cannot reach the engine', async () => {
    server.control.reachable = false
    const response = await server.call('POST', PAUSE)
    expect([response.statusCode, response.json().code]).toEqual([503, 'NOT_READY'])
  })
})

describe('the configuration', () => {
  it('has a strong ETag, and is sent once', async () => {
    const response = await server.call('GET', CONFIG)
    expect(schemaErrors(AutotradingConfig, response.json())).toBeNull()
    const etag = String(response.headers.etag)
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    expect(response.headers['cache-control']).toBe('private, no-cache')
    const again = await server.call('GET', CONFIG, { headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await server.call('GET', CONFIG, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })
})
