import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const SURFACE = '/api/monitor/security-rbac-truth'

describe('read-only routes', () => {
  let server: TradingServer
  beforeAll(async () => {
    server = await startTradingServer()
  })
  afterAll(() => server.close())

  it.each([
    ['GET', '/metrics', 'VIEWER', 200],
    ['GET', '/metrics', null, 401],
    ['GET', '/metrics?name=1', null, 401],
    ['POST', '/metrics', 'VIEWER', 405],
    ['GET', SURFACE, null, 401],
    ['DELETE', SURFACE, 'ADMIN', 405],
    ['GET', '/api/monitor', 'VIEWER', 404],
    ['GET', '/api/monitor/no-such-surface', 'VIEWER', 404],
    ['GET', '/api/monitor/%E0%A4%A', null, 401],
    ['GET', '/api/monitor/%E0%A4%A', 'VIEWER', 400],
  ] as const)('are declared as read-only: %s %s for %s', async (method, url, role, status) => {
    const { statusCode, headers } = await server.call(method, url, { role })
    expect([statusCode, headers['x-mutation-authority']]).toEqual([status, 'NONE'])
  })

  it.each([
    ['GET', '/api/v381/account/balance', 200],
    ['GET', '/api/monitors', 404],
    ['GET', '/metricsof', 404],
  ] as const)('are the only ones declared as such: %s %s', async (method, url, status) => {
    const { statusCode, headers } = await server.call(method, url, { role: 'VIEWER' })
    expect([statusCode, headers['x-mutation-authority']]).toEqual([status, undefined])
  })
})

describe('a method that an address does not have', () => {
  let server: TradingServer
  beforeAll(async () => {
    server = await startTradingServer()
  })
  afterAll(() => server.close())

  it.each([
    ['GET', '/api/v381/trading/order/preview'],
    ['GET', '/api/v381/trading/order/preview/?symbol=BTCUSDT'],
    ['HEAD', '/api/v381/trading/order/preview'],
    ['DELETE', '/api/v381/trading/order/preview'],
  ] as const)('answers %s %s with 405, although another address has a parameter there', async (method, url) => {
    const body = method === 'DELETE' ? '{' : undefined
    const { statusCode, headers } = await server.call(method, url, { role: 'TRADER', body })
    expect([statusCode, headers.allow]).toEqual([405, 'POST'])
  })

  it('is refused with the methods it has at every address without parameters', async () => {
    const routes = server.app.face.routes().filter(({ url }) => !/[:*]/.test(url))
    for (const url of new Set(routes.map((route) => route.url))) {
      const methods = routes.filter((route) => route.url === url).map(({ method }) => method)
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
        if (methods.includes(method)) continue
        const { statusCode, headers } = await server.call(method, url, { role: 'ADMIN' })
        expect([method, url, statusCode, headers.allow]).toEqual([method, url, 405, methods.join(', ')])
      }
    }
  })
})
