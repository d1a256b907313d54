import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SURFACES } from '../../contract/monitor/index.ts'
import { PROBLEMS } from '../../contract/problem.ts'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

let server: TestPlatform

beforeAll(async () => {
  server = await startTestPlatform()
})
afterAll(() => server.close())

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Fields = Extract<Json, { [name: string]: Json }>

/** Every schema that a route names, of its parameters, its body and its answers. */
const schemasIn = (value: Json): Fields[] => {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.entries(value)
  return inner.flatMap(([name, child]) => (name === 'schema' ? [child as Fields] : schemasIn(child)))
}

describe('the reference', () => {
  it('is a page of our own making under a strict policy, with nothing from elsewhere', async () => {
    const response = await fetch(`${server.platform.url}/api-docs`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).not.toMatch(/unsafe|http|\*/)
    expect(await response.text()).not.toMatch(/(src|href)="(https?:)?\/\//)
  })

  it('asks of a caller nothing that may be left out', async () => {
    const { paths } = await json(await server.get('/api-docs/openapi.json'))
    const required = (path: string): Record<string, boolean> =>
      Object.fromEntries(
        paths[path].get.parameters.map(({ name, required }: { name: string; required?: boolean }) => [
          name,
          required ?? false,
        ]),
      )
    expect(required('/api/v381/market/klines/{symbol}')).toMatchObject({ symbol: true, interval: false, limit: false })
    const order = paths['/api/v381/trading/order'].post.requestBody
    expect([order.required, order.content['application/json'].schema.required]).toEqual([
      true,
      ['symbol', 'side', 'type'],
    ])
    for (const path of ['/api/emergency-stop', '/api/autotrading/pause', '/api/auth/logout']) {
      expect(paths[path].post.requestBody?.required ?? false).toBe(false)
    }
  })

  it('describes every route in OpenAPI 3.1, with roles, parameters and problems', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/api/audit',
      '/api/auth/login',
      '/api/auth/logout',
      '/api/auth/refresh',
      '/api/auth/sessions',
      '/api/autotrading/config',
      '/api/autotrading/decisions',
      '/api/autotrading/decisions/{candidateId}',
      '/api/autotrading/pause',
      '/api/autotrading/status',
      '/api/emergency-stop',
      ...SURFACES.map(({ surface }) => `/api/monitor/${surface}`).toSorted(),
      '/api/v381/account/balance',
      '/api/v381/account/portfolio',
      '/api/v381/account/trades',
      '/api/v381/market/instruments',
      '/api/v381/market/klines/{symbol}',
      '/api/v381/market/orderbook/{symbol}',
      '/api/v381/market/tickers',
      '/api/v381/market/trades/{symbol}',
      '/api/v381/signals/history',
      '/api/v381/signals/latest',
      '/api/v381/trading/order',
      '/api/v381/trading/order/preview',
      '/api/v381/trading/order/{orderId}',
      '/api/v381/trading/orders',
      '/api/v381/trading/positions',
      '/api/v381/trading/positions/{id}/close',
      '/api/v381/trading/positions/{id}/sl-tp',
      '/healthz',
      '/metrics',
      '/readyz',
    ])
    const klines = document.paths['/api/v381/market/klines/{symbol}'].get
    expect(klines.parameters.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'from',
      'includeOpen',
      'interval',
      'limit',
      'symbol',
      'to',
    ])
    expect(Object.keys(klines.responses)).toEqual(['200', '400', '401', '404', '429', '503'])
  })

  it('has no schema that JSON Schema 2020-12, which OpenAPI 3.1 takes, does not know', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
    const schemas = schemasIn(document.paths)
    expect(schemas.length).toBeGreaterThan(100)
    expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([])
  })

  it('tells how long a tuple is, and what is in it', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const { schema } =
      document.paths['/api/v381/market/orderbook/{symbol}'].get.responses['200'].content['application/json']
    const { items: level } = schema.properties.bids
    expect(level).toMatchObject({ type: 'array', items: false, minItems: 2, maxItems: 2 })
    expect(level.prefixItems).toHaveLength(2)
    expect(level).not.toHaveProperty('additionalItems')
  })

  it.each(Object.keys(PROBLEMS))('explains the problem %s where its type points', async (slug) => {
    const response = await server.get(`/api-docs/problems/${slug}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(PROBLEMS[slug as keyof typeof PROBLEMS].title)
  })

  it('answers an unknown problem with 404 and no echo of it', async () => {
    const response = await server.get('/api-docs/problems/%3Cscript%3E')
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('script')
  })
})

describe('the probes', () => {
  it('tell that the process answers, and when it sees the market', async () => {
    expect(await json(await server.get('/healthz'))).toEqual({ status: 'UP' })
    await server.ready()
    expect(await json(await server.get('/readyz'))).toMatchObject({ status: 'READY' })
  })

  it('publish the public half of the signing key and nothing of the private', async () => {
    const { keys } = await json(await server.get('/.well-known/jwks.json'))
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })
})
