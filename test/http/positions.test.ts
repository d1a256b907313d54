import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DecidedOrder, Position, Positions } from '../../contract/trading.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { Position as OpenPosition } from '../../server/domain/position/position.ts'
import type { Instruction } from '../../server/engine/desks/order-desk.ts'
import type { CommandRefusal } from '../../server/engine/model/events.ts'
import { anId, anOrder, aPlan, aPosition } from '../support/book-samples.ts'
import { schemaErrors } from '../support/schema-errors.ts'
import { DONE, type Placing, refusing, startTradingServer, type TradingServer } from '../support/trading-server.ts'

const POSITIONS = '/api/v381/trading/positions'
const CLOSE = `${POSITIONS}/${anId('pos')}/close`
const PROTECT = `${POSITIONS}/${anId('pos')}/sl-tp`
const servers: TradingServer[] = []
let server: TradingServer

beforeEach(async () => {
  server = await startTradingServer()
  servers.push(server)
  server.mark('BTCUSDT', 1_000)
  server.hold(aPosition())
})
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()))
})

describe('GET positions', () => {
  it('returns them to any role, in the documented shape', async () => {
    const response = await server.call('GET', POSITIONS, { role: 'VIEWER' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(schemaErrors(Positions, response.json())).toBeNull()
    expect(response.json().items).toEqual([expect.objectContaining({ id: anId('pos'), status: 'OPEN', version: 1 })])
  })

  it('counts a position that is being closed as open', async () => {
    server.hold(aPosition({ status: 'CLOSING' }))
    expect((await server.call('GET', POSITIONS)).json().items).toHaveLength(1)
    expect((await server.call('GET', `${POSITIONS}?status=OPEN`)).json().items).toHaveLength(0)
    expect((await server.call('GET', `${POSITIONS}?status=OPEN,CLOSED&symbol=BTCUSDT`)).json().items).toHaveLength(0)
  })
})

describe('POST close', () => {
  beforeEach(() => {
    server.desk.deed = (instruction) => server.placed(instruction as Placing, { status: 'FILLED', purpose: 'CLOSE' })
  })

  it.each<[string, unknown, object]>([
    ['no body', undefined, { quantity: null, maxSlippageBps: null }],
    ['an empty body', {}, { quantity: null, maxSlippageBps: null }],
    ['ALL', { qty: 'ALL' }, { quantity: null, maxSlippageBps: null }],
    ['a part', { qty: '0.004', maxSlippageBps: 20 }, { quantity: 4, maxSlippageBps: 20 }],
  ])('with %s answers 201 with the order that closes', async (_name, body, expected) => {
    const response = await server.call('POST', CLOSE, { body })
    expect(response.statusCode).toBe(201)
    expect(schemaErrors(DecidedOrder, response.json())).toBeNull()
    expect(response.json()).toMatchObject({ reduceOnly: true, purpose: 'CLOSE', side: 'SELL' })
    expect(server.instructions).toEqual([
      expect.objectContaining({ kind: 'closePosition', positionId: anId('pos'), ...expected }),
    ])
  })

  it('accepts an empty body declared as JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await server.call('POST', CLOSE, { headers })).statusCode).toBe(201)
  })

  it('never affects the next position of the symbol when its own has ended', async () => {
    server.hold(aPosition({ status: 'CLOSED', quantity: lots(0), cost: 0n }))
    server.hold(aPosition({ positionId: anId('pos', 2) }))
    const response = await server.call('POST', CLOSE)
    expect([response.statusCode, response.json().code]).toEqual([409, 'POSITION_LIFECYCLE_ENDED'])
    expect(server.instructions).toEqual([])
  })

  it.each<[CommandRefusal, number, string]>([
    [{ kind: 'positionEnded' }, 409, 'POSITION_LIFECYCLE_ENDED'],
    [{ kind: 'positionNotFound' }, 404, 'POSITION_NOT_FOUND'],
    [{ kind: 'wouldIncreaseRisk', detail: 'Larger than the position.' }, 422, 'WOULD_INCREASE_RISK'],
  ])('refused as %j answers %i', async (refusal, status, code) => {
    server.desk.deed = refusing(refusal)
    const response = await server.call('POST', CLOSE)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  it.each(['VIEWER', 'OPERATOR'] as const)('is forbidden to %s', async (role) => {
    expect((await server.call('POST', CLOSE, { role })).statusCode).toBe(403)
  })
})

describe('PATCH sl-tp', () => {
  const standing = { price: ticks(950), by: 'MARK' } as const

  /** The position with its stop at 95.0, standing or not yet. */
  const protectedAt = (stopPrice: number): OpenPosition => {
    server.put(
      anOrder({
        status: 'UNTRIGGERED',
        terms: { type: 'STOP_MARKET', trigger: { ...standing, price: ticks(stopPrice) } },
      }),
    )
    const protection = {
      ...aPosition().protection,
      plan: aPlan({ stopLoss: standing, stopIsDefault: false }),
      state: 'VERIFIED' as const,
      stopOrderId: anId('ord'),
    }
    return server.hold(aPosition({ protection, version: 2 }))
  }

  const readChange = (instruction: Instruction | undefined) =>
    instruction?.kind === 'changeProtection'
      ? { change: instruction.change, ifVersion: instruction.ifVersion }
      : undefined

  it('answers 200 once the new stop is verified, and 202 until then', async () => {
    server.desk.deed = () => {
      protectedAt(900)
      return DONE
    }
    const body = { stopLoss: { triggerPrice: '95.0' } }
    const pending = await server.call('PATCH', PROTECT, { body })
    expect([pending.statusCode, pending.headers.etag]).toEqual([202, '"2"'])
    expect(pending.json().protection.stopLoss).toMatchObject({ triggerPrice: '95.0', standingTriggerPrice: '90.0' })
    server.desk.deed = () => {
      protectedAt(950)
      return DONE
    }
    const settled = await server.call('PATCH', PROTECT, { body })
    expect(settled.statusCode).toBe(200)
    expect(schemaErrors(Position, settled.json())).toBeNull()
  })

  it.each<[string, object, object]>([
    [
      'leaves alone what is absent',
      { stopLoss: { triggerPrice: '95' } },
      { stopLoss: { price: 950, by: 'MARK' }, takeProfit: undefined },
    ],
    ['takes away what is null', { takeProfit: null }, { stopLoss: undefined, takeProfit: null }],
    [
      'keeps the other half of a stop',
      { stopLoss: { triggerBy: 'LAST' } },
      { stopLoss: { price: 900, by: 'LAST' }, takeProfit: undefined },
    ],
    [
      'sets a target',
      { takeProfit: { triggerPrice: '120', triggerBy: 'INDEX' } },
      { stopLoss: undefined, takeProfit: { price: 1_200, by: 'INDEX' } },
    ],
  ])('%s, as a merge patch does', async (_name, body, change) => {
    await server.call('PATCH', PROTECT, { body, headers: { 'content-type': 'application/merge-patch+json' } })
    await server.call('PATCH', PROTECT, { body })
    expect(server.instructions.map(readChange)).toEqual([
      { change, ifVersion: null },
      { change, ifVersion: null },
    ])
  })

  it.each([
    ['"7"', 7],
    ['W/"7"', 7],
    ['7', 7],
    ['*', null],
  ])('with If-Match %s requests version %s', async (tag, ifVersion) => {
    await server.call('PATCH', PROTECT, { body: { takeProfit: null }, headers: { 'if-match': tag } })
    expect(readChange(server.instructions[0])?.ifVersion).toBe(ifVersion)
  })

  it.each<[CommandRefusal, number, string, object]>([
    [{ kind: 'versionMismatch', version: 9 }, 412, 'PRECONDITION_FAILED', { version: 9 }],
    [{ kind: 'protectionRemovalForbidden', detail: 'It keeps its stop.' }, 422, 'PROTECTION_REMOVAL_FORBIDDEN', {}],
    [{ kind: 'wouldIncreaseRisk', detail: 'Beyond liquidation.' }, 422, 'WOULD_INCREASE_RISK', {}],
    [{ kind: 'positionEnded' }, 409, 'POSITION_LIFECYCLE_ENDED', {}],
  ])('refused as %j answers %i', async (refusal, status, code, members) => {
    server.desk.deed = refusing(refusal)
    const response = await server.call('PATCH', PROTECT, { body: { stopLoss: null } })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code, ...members })
  })

  it('returns the same bytes for the same key, but allows a new version after a mismatch', async () => {
    const options = { body: { takeProfit: null }, headers: { 'idempotency-key': 'a-key-of-sixteen-or-more' } }
    server.desk.deed = refusing({ kind: 'versionMismatch', version: 9 })
    expect((await server.call('PATCH', PROTECT, options)).statusCode).toBe(412)
    server.desk.deed = () => DONE
    const first = await server.call('PATCH', PROTECT, options)
    server.hold(aPosition({ version: 5 }))
    const again = await server.call('PATCH', PROTECT, options)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(server.instructions).toHaveLength(2)
  })
})
