import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControlState, raises } from '../../server/domain/control/control-state.ts'
import { openControlDesk } from '../../server/engine/desks/control-desk.ts'
import { openDesk } from '../../server/engine/desks/order-desk.ts'
import { applyFact } from '../../server/engine/state/ledger.ts'
import { releaseSwitch } from '../../server/engine/state/stop-switch.ts'
import { ROLES, type Role } from '../../server/identity/role.ts'
import { aPosition } from '../support/book-samples.ts'
import { runs } from '../support/runs.ts'
import { aStop } from '../support/trading-facts.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

/** Server whose routes lead to the engine's own step, so that every effect of a request really happens. */
let server: TradingServer
let routes: readonly Route[]

interface Route {
  readonly method: string
  readonly path: string
}

interface Call extends Route {
  readonly role: Role
  readonly body: unknown
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Invented addresses at which a caller might try to resume. */
const HOPED_FOR = [
  '/api/autotrading/resume',
  '/api/autotrading/start',
  '/api/autotrading/status',
  '/api/autotrading/config',
  '/api/autotrading/pause',
  '/api/emergency-stop',
  '/api/emergency-stop/clear',
  '/api/v381/trading/resume',
]

beforeAll(async () => {
  server = await startTradingServer()
  server.desk.deed = (instruction) => server.control.run(instruction)
  const { paths }: { paths: Record<string, object> } = (await server.call('GET', '/api-docs/openapi.json')).json()
  const declared = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const hopedFor = HOPED_FOR.flatMap((path) => METHODS.map((method) => ({ method, path })))
  routes = [...declared, ...hopedFor]
})
afterAll(() => server.close())

const begin = (state: ControlState): void => {
  const { ledger, control, hold, mark } = server
  const nowMs = server.state.nowMs
  applyFact(ledger, { kind: 'latchReleased', by: aStop().by, atMs: nowMs })
  releaseSwitch(control.reader.stopSwitch)
  if (state === 'HALTED') applyFact(ledger, { kind: 'latchEngaged', stop: aStop(), atMs: nowMs })
  control.stand(state)
  hold(aPosition())
  mark('BTCUSDT', 1_000)
}

const standing = () => {
  const { control, latch, tripped } = server.ledger
  return { ...control, stopId: latch?.stopId ?? null, tripped: tripped.size }
}

const aValue = fc.oneof(
  fc.constantFrom('RUNNING', 'LIVE', 'NONE', 'REDUCE_ONLY', 'BTCUSDT', 'BUY', 'LIMIT', '0.010', '100.0', 'HOST'),
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.object({ maxDepth: 1 }),
)
const aField = fc.constantFrom(
  ...['state', 'desired', 'desiredState', 'mode', 'executionMode', 'resume', 'clear', 'stopId', 'shown', 'kind'],
  ...['reason', 'flatten', 'symbol', 'side', 'type', 'qty', 'price', 'actor', 'instructed', 'origin'],
)
/** Calls that are carried out, so that chance does not have to find them. */
const TRADING = '/api/v381/trading'
const GOOD_CALLS: readonly (Route & { readonly body: unknown })[] = [
  {
    method: 'POST',
    path: `${TRADING}/order`,
    body: { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.010', price: '99.0' },
  },
  { method: 'POST', path: `${TRADING}/positions/{id}/close`, body: undefined },
  { method: 'PATCH', path: `${TRADING}/positions/{id}/sl-tp`, body: { stopLoss: { triggerPrice: '95.0' } } },
  { method: 'POST', path: '/api/emergency-stop', body: { flatten: 'REDUCE_ONLY', reason: 'enough' } },
  { method: 'POST', path: '/api/autotrading/pause', body: { reason: 'lunch' } },
]

const aBody = fc.oneof(fc.dictionary(aField, aValue, { maxKeys: 6 }), fc.json(), fc.constant(undefined))

const aCall = (): fc.Arbitrary<Call> => {
  const anyCall = fc.record({ route: fc.constantFrom(...routes), body: aBody })
  const baseCall = fc.oneof(
    { weight: 3, arbitrary: anyCall.map(({ route, body }) => ({ ...route, body })) },
    { weight: 1, arbitrary: fc.constantFrom(...GOOD_CALLS) },
  )
  return fc.tuple(baseCall, fc.constantFrom(...ROLES)).map(([call, role]) => ({ ...call, role }))
}

const carryOut = ({ method, path, role, body }: Call) =>
  server.call(method, path.replaceAll('{id}', aPosition().positionId).replaceAll(/\{\w+\}/g, 'BTCUSDT'), {
    role,
    ...(method !== 'GET' && body !== undefined && { body }),
  })

describe('an HTTP request', () => {
  it.each(['RUNNING', 'PAUSED', 'HALTED'] as const)(
    'in %s never resumes, never clears the stop, never requests RUNNING',
    async (state) => {
      await fc.assert(
        fc.asyncProperty(fc.array(aCall(), { minLength: 1, maxLength: 5 }), async (calls) => {
          begin(state)
          for (const call of calls) {
            const before = standing()
            await carryOut(call)
            const after = standing()
            expect(raises(before.state, after.state)).toBe(false)
            if (before.stopId !== null) expect(after.stopId).toBe(before.stopId)
            if (before.desired === 'PAUSED') expect(after.desired).toBe('PAUSED')
            expect(after.tripped).toBe(before.tripped)
          }
        }),
        { numRuns: runs(30) },
      )
      const changed = new Set(server.control.facts.map(({ kind }) => kind))
      expect([...changed].filter((kind) => kind === 'latchReleased' || kind === 'breakersRearmed')).toEqual([])
    },
    60_000,
  )

  it('reaches the engine in every possible way', () => {
    const addresses = routes.map(({ method, path }) => `${method} ${path}`)
    expect(addresses).toEqual(
      expect.arrayContaining([
        'POST /api/emergency-stop',
        'POST /api/autotrading/pause',
        'POST /api/v381/trading/order',
        'PATCH /api/v381/trading/positions/{id}/sl-tp',
        'POST /api/auth/refresh',
      ]),
    )
    const actions = server.control.facts.flatMap((fact) => (fact.kind === 'audited' ? [fact.entry.action] : []))
    expect([...new Set(actions)]).toEqual(expect.arrayContaining(['EMERGENCY_STOP', 'PAUSE', 'ORDER_PLACE']))
  })
})

describe('the ports of the HTTP server', () => {
  it('contain no method that restores trading', () => {
    const { control } = server
    const parts = { submit: () => Promise.reject(new Error('not here')), delay: () => {} }
    const order = openDesk({
      ...parts,
      ledger: server.ledger,
      preview: () => {
        throw new Error('not here')
      },
      answerTimeoutMs: 0,
    })
    const desk = openControlDesk({
      ...parts,
      books: server.ledger,
      session: control.state.session,
      stopSwitch: control.reader.stopSwitch,
      ids: { stop: () => aStop().stopId, audit: () => aStop().auditId },
      now: () => 0,
      monotonic: () => 0,
    })
    expect(Object.keys(order).toSorted()).toEqual(['instruct', 'onFacts', 'preview'])
    expect(Object.keys(desk).toSorted()).toEqual(['onFacts', 'pause', 'stop', 'stopFor'])
  })
})
