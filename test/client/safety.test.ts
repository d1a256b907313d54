import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSafety, type Safety } from '../../client/src/safety.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

let server: TradingServer
beforeAll(async () => {
  server = await startTradingServer()
})
afterAll(() => server.close())

interface Route {
  /** Of all but reads. */
  readonly 'x-effect'?: string
  readonly parameters?: readonly ({ readonly name: string } | { readonly $ref: string })[]
}

const declared = (path: string, { 'x-effect': effect, parameters = [] }: Route): Safety => {
  if (effect === undefined) return 'READ'
  if (effect === 'CONTROL_RESTRICT') return 'URGENT'
  if (/\/(login|refresh)$/.test(path)) return 'SESSION'
  return /idempotency-key/.test(JSON.stringify(parameters)) ? 'KEYED' : 'ONCE'
}

it.each(['', '/behind/a/proxy'])('is recognised below %j as well', (base) => {
  expect(getSafety('POST', `${base}/api/v381/trading/order`)).toBe('KEYED')
  expect(getSafety('POST', `${base}/api/emergency-stop`)).toBe('URGENT')
})

describe('the list of repeatable calls', () => {
  it('agrees with what the server declares for every route', async () => {
    const document = (await server.call('GET', '/api-docs/openapi.json', { role: null })).json()
    const routes = Object.entries<Record<string, Route>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => ({ method: method.toUpperCase(), path, route })),
    )
    const actual = routes.map(({ method, path }) => [
      method,
      path,
      getSafety(method, path.replaceAll(/\{\w+\}/g, 'id_1')),
    ])
    expect(actual).toEqual(routes.map(({ method, path, route }) => [method, path, declared(path, route)]))
    expect(routes.length).toBeGreaterThan(50)
  })
})
