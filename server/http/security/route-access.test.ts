import { describe, expect, it } from 'vitest'
import { ANY_ROLE, assertDeclared, guard } from './route-access.ts'

const read = { effect: 'READ', access: ANY_ROLE } as const
const schema = { querystring: {}, response: { 200: {} } }
const aRoute = { method: 'GET', url: '/api/v381/market/tickers', config: read, schema }

const unlimited = { effect: 'CONTROL_RESTRICT', access: ['ADMIN'], audited: true } as const
const stop = {
  method: 'POST',
  url: '/api/emergency-stop',
  config: { ...unlimited, quota: 'NONE' } as const,
  schema: { ...schema, body: {} },
}

const write = { effect: 'ORDER_INSTRUCTION', access: ['TRADER'], audited: true } as const
const order = { ...stop, url: '/api/v381/trading/order', config: write }
const KEYED = { type: 'object', properties: { 'idempotency-key': { type: 'string' } } }

describe('a route', () => {
  it('that stops is never limited, and must declare it', () => {
    expect(() => assertDeclared(stop)).not.toThrow()
  })

  it('passes when effect, roles and schemas are declared', () => {
    expect(() => assertDeclared(aRoute)).not.toThrow()
  })

  it.each([
    ['no effect', { ...aRoute, config: { access: ANY_ROLE } }, 'declares no effect'],
    ['no roles', { ...aRoute, config: { effect: 'READ' } as const }, 'declares no roles'],
    ['an empty set of roles', { ...aRoute, config: { effect: 'READ', access: [] } as const }, 'declares no roles'],
    ['no response schema', { ...aRoute, schema: { querystring: {} } }, 'declares no response schema'],
    ['no query schema', { ...aRoute, schema: { response: {} } }, 'declares no schema of its query'],
    ['no path schema', { ...aRoute, url: '/api/v381/market/klines/:symbol' }, 'declares no schema of its path'],
    [
      'no body schema',
      { method: 'POST', url: '/api/auth/logout', config: { effect: 'SESSION', access: ANY_ROLE } as const, schema },
      'declares no schema of its body',
    ],
    [
      'a monitor that writes',
      { ...aRoute, method: 'POST', url: '/api/monitor/public-status-truth' },
      'has effect READ',
    ],
    ['a reading order', { ...aRoute, method: 'POST', url: '/api/v381/trading/order' }, 'ORDER_INSTRUCTION'],
    [
      'a third control route',
      {
        ...aRoute,
        method: 'POST',
        url: '/api/autotrading/resume',
        config: { effect: 'CONTROL_RESTRICT', access: ANY_ROLE } as const,
      },
      'has effect CONTROL_RESTRICT',
    ],
    [
      'a GET that controls',
      { ...aRoute, config: { effect: 'CONTROL_RESTRICT', access: ANY_ROLE } as const },
      'calls for READ',
    ],
    ['a stop that is limited', { ...stop, config: { ...stop.config, quota: 'CONTROL' } as const }, 'calls for NONE'],
    [
      'a pause that declares nothing',
      { ...stop, url: '/api/autotrading/pause', config: unlimited },
      'calls for CONTROL',
    ],
    ['a stop that is not audited', { ...stop, config: { ...stop.config, audited: false } as const }, 'is not audited'],
    ['a read that is audited', { ...aRoute, config: { ...read, audited: true } as const }, 'changes nothing'],
    [
      'an idempotent write without a key',
      { ...order, config: { ...write, idempotent: true } },
      'declares no header Idempotency-Key',
    ],
    ['a key that is ignored', { ...order, schema: { ...order.schema, headers: KEYED } }, 'is not idempotent'],
    ['a read that is not counted', { ...aRoute, config: { ...read, quota: 'NONE' } as const }, 'calls for TIER'],
  ])('with %s prevents the server from starting', (_name, route, fault) => {
    expect(() => assertDeclared(route)).toThrow(fault)
  })

  it('is named in the fault with its method', () => {
    expect(() => assertDeclared({ ...aRoute, config: {} })).toThrow('Route GET /api/v381/market/tickers')
  })
})

describe('the guard of a route', () => {
  it.each([
    ['OPEN', null, 'OPEN'],
    ['OPEN', ['VIEWER'], 'OPEN'],
    ['ANONYMOUS', null, 'OPEN'],
    ['PUBLIC', null, 'OPEN'],
    ['PUBLIC', ['VIEWER'], 'ALLOWED'],
    [['TRADER', 'ADMIN'], null, 'UNAUTHENTICATED'],
    [['TRADER', 'ADMIN'], ['VIEWER', 'OPERATOR'], 'FORBIDDEN'],
    [['TRADER', 'ADMIN'], ['VIEWER', 'TRADER'], 'ALLOWED'],
    [['TRADER', 'ADMIN'], [], 'FORBIDDEN'],
  ] as const)('returns for %s and %s: %s', (access, roles, decision) => {
    expect(guard(access, roles)).toBe(decision)
  })
})
