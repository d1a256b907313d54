import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'
import { openRequests } from './open-routes.ts'

let server: TradingServer
let url: string

beforeAll(async () => {
  server = await startTradingServer()
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

it('returns a request for every route that needs no token', async () => {
  const open = server.app.face
    .routes()
    .filter(({ method, decisions }) => method !== 'HEAD' && decisions.anonymous !== 'UNAUTHENTICATED')
  const requests = await openRequests(url)
  const isRequested = ({ method, url: pattern }: { method: string; url: string }): boolean => {
    const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+|\*/g, '.+')
    return requests.some((request) => request.method === method && new RegExp(`^${source}/?$`).test(request.path))
  }
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter((route) => !isRequested(route)).map((route) => `${route.method} ${route.url}`)).toEqual([])
})
