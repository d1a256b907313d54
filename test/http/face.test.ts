import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../server/core/instant.ts'
import { agreesWithDeclared } from '../../server/monitor/surfaces/security-rbac/declared-access.ts'
import { checkInvariants } from '../../server/monitor/surfaces/security-rbac/invariants.ts'
import { type Placing, startTradingServer, type TradingServer } from '../support/trading-server.ts'

let server: TradingServer
const findRoute = (method: string, url: string) =>
  server.app.face.routes().find((route) => route.method === method && route.url === url)

describe('the route report', () => {
  beforeAll(async () => {
    server = await startTradingServer()
  })
  afterAll(() => server.close())

  it('matches the published table for every route', () => {
    const routes = server.app.face.routes()
    expect(routes.length).toBeGreaterThan(60)
    expect(routes.filter((route) => !agreesWithDeclared(route))).toEqual([])
    const broken = checkInvariants({ routes }).filter(({ holds }) => holds === false)
    expect(broken).toEqual([])
  })

  it.each([
    ['POST', '/api/v381/trading/order', { audited: true, idempotency: 'HONOURED', quota: 'TIER' }],
    ['POST', '/api/emergency-stop', { audited: true, idempotency: 'BY_NATURE', quota: 'NONE' }],
    ['GET', '/api/v381/market/tickers', { audited: false, idempotency: 'NONE', effect: 'READ' }],
  ])('describes %s %s', (method, url, like) => {
    expect(findRoute(method, url)).toMatchObject(like)
  })

  it.each(['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const)(
    'declares for %s exactly what the server enforces',
    async (role) => {
      const closed = server.app.face.routes().filter(({ method, url }) => method === 'GET' && !/[:*]/.test(url))
      for (const { url, decisions } of closed) {
        const { statusCode } = await server.call('GET', url, { role })
        expect([url, statusCode === 403]).toEqual([url, decisions[role] === 'FORBIDDEN'])
      }
    },
  )

  it('declares for unauthenticated callers exactly what the server enforces', async () => {
    const reads = server.app.face.routes().filter(({ method, url }) => method === 'GET' && !/[:*]/.test(url))
    for (const { url, decisions } of reads) {
      const { statusCode } = await server.call('GET', url, { role: null })
      expect([url, statusCode === 401]).toEqual([url, decisions.anonymous === 'UNAUTHENTICATED'])
    }
  })
})

describe('the traffic report', () => {
  beforeEach(async () => {
    const control = { name: 'control', requests: 1, windowMs: 60_000 }
    server = await startTradingServer({ control })
    server.desk.deed = (instruction) => server.placed(instruction as Placing)
  })

  const PAUSE = '/api/autotrading/pause'
  const TICKERS = '/api/v381/market/tickers'

  it('counts admitted and refused callers by route', async () => {
    await server.call('GET', TICKERS, { role: 'VIEWER' })
    await server.call('GET', TICKERS, { role: null })
    await server.call('POST', '/api/v381/trading/order', { role: 'VIEWER', body: {} })
    expect(findRoute('GET', TICKERS)?.observed24h).toEqual({ allowed: 1, denied401: 1, denied403: 0 })
    expect(findRoute('POST', '/api/v381/trading/order')?.observed24h).toEqual({
      allowed: 0,
      denied401: 0,
      denied403: 1,
    })
    await server.close()
  })

  it('lists for each quota its users and the refused ones', async () => {
    await server.call('GET', TICKERS, { role: 'VIEWER' })
    await server.call('POST', PAUSE, { role: 'OPERATOR', body: {} })
    await server.call('POST', PAUSE, { role: 'OPERATOR', body: {} })
    const { quotas, controlRefused1h } = server.app.face.traffic(5 * MINUTE_MS)
    expect(quotas.map(({ name }) => name)).toEqual(['standard', 'pro', 'control', 'anon', 'refresh', 'refresh-to-stop'])
    expect(quotas[0]).toMatchObject({ active: 1, limited: 0, rejected1h: 0 })
    expect(quotas[2]).toMatchObject({ active: 1, limited: 1, rejected1h: 1, rejectedLately: 1 })
    expect(controlRefused1h).toBe(1)
    await server.close()
  })

  it('does not count a refused pause as refused by control', async () => {
    for (let call = 0; call < 3; call++) await server.call('POST', PAUSE, { role: 'VIEWER', body: {} })
    const { quotas, controlRefused1h } = server.app.face.traffic(HOUR_MS)
    expect([quotas[2]?.rejected1h, controlRefused1h]).toEqual([2, 0])
    await server.close()
  })

  it('counts repeated keys', async () => {
    const order = (qty: string) =>
      server.call('POST', '/api/v381/trading/order', {
        body: { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty, price: '100.0' },
        headers: { 'idempotency-key': 'a-key-of-sixteen-or-more' },
      })
    await order('0.010')
    await order('0.010')
    await order('0.020')
    const { answers } = server.app.face.traffic(HOUR_MS)
    expect(answers).toEqual({ replays24h: 1, mismatches24h: 1, duplicates24h: 1, inFlight: 0 })
    await server.close()
  })

  it('probes as an unauthenticated caller, without the network and without being counted', async () => {
    expect(await server.app.face.probe(TICKERS)).toMatchObject({ status: 401 })
    expect(await server.app.face.probe('/healthz')).toMatchObject({
      status: 200,
      policy: expect.stringContaining("'none'"),
    })
    expect(findRoute('GET', TICKERS)?.observed24h).toEqual({ allowed: 0, denied401: 0, denied403: 0 })
    await server.close()
  })

  it('probes many addresses without using the quota of unauthenticated callers', async () => {
    const limited = await startTradingServer({ anonymous: { name: 'anon', requests: 1, windowMs: 60_000 } })
    const statuses = await Promise.all([TICKERS, '/api/autotrading/status'].map((path) => limited.app.face.probe(path)))
    expect(statuses.map(({ status }) => status)).toEqual([401, 401])
    expect((await limited.call('GET', TICKERS, { role: null })).statusCode).toBe(401)
    await limited.close()
    await server.close()
  })
})
