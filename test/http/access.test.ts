import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

const QUOTA = { windowMs: 60_000 }
const NO_LIMIT = 1_000_000
let server: TestPlatform

beforeAll(async () => {
  server = await startTestPlatform(
    {},
    {
      standard: { name: 'standard', requests: 100, ...QUOTA },
      pro: { name: 'pro', requests: 500, ...QUOTA },
      control: { name: 'control', requests: 10, ...QUOTA },
      anonymous: { name: 'anon', requests: NO_LIMIT, ...QUOTA },
      refresh: { name: 'refresh', requests: 60, ...QUOTA },
      refreshToStop: { name: 'refresh-to-stop', requests: 30, ...QUOTA },
    },
  )
  await server.ready()
})
afterAll(() => server.close())

const CLOSED = [
  '/api/v381/market/tickers',
  '/api/v381/market/klines/BTCUSDT',
  '/api/v381/market/orderbook/BTCUSDT',
  '/api/v381/market/trades/BTCUSDT',
  '/api/v381/market/instruments',
  '/api/v381/trading/orders',
  '/api/v381/trading/positions',
  '/api/v381/account/balance',
  '/api/v381/account/trades',
  '/api/v381/account/portfolio',
  '/api/v381/signals/latest',
  '/api/v381/signals/history',
  '/api/autotrading/decisions',
  '/api/autotrading/decisions/cnd_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W',
  '/api/auth/sessions',
  '/api/anything/else',
  '/nothing',
  `/api/v381/market/klines/${'A'.repeat(200)}`,
  '/api/v381/market/klines/%E0%A4%A',
]

describe('without a token', () => {
  it.each(CLOSED)('%s answers 401 with the bare challenge', async (path) => {
    const response = await server.get(path)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="trading"')
    expect(await json(response)).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('a token in the query or in a cookie is ignored', async () => {
    const token = await server.token({ role: 'VIEWER' })
    const path = `/api/v381/market/tickers?access_token=${token}`
    expect((await server.get(path)).status).toBe(401)
    expect((await server.get('/api/v381/market/tickers', undefined, { cookie: `token=${token}` })).status).toBe(401)
  })

  it.each(['/healthz', '/readyz', '/.well-known/jwks.json', '/api-docs/openapi.json', '/api-docs/problems/not-found'])(
    '%s is open and counts against no user',
    async (path) => {
      for (let call = 0; call < 40; call++) {
        const response = await server.get(path)
        expect(response.status).toBe(200)
        expect(response.headers.get('ratelimit')).toBeNull()
      }
    },
  )
})

describe('with an invalid token', () => {
  it.each([
    ['no JWT', 'abc'],
    ['an unsigned JWT', `${btoa('{"alg":"none"}')}.${btoa('{}')}.`],
    ['a huge one', 'a'.repeat(10_000)],
  ])('%s answers 401 invalid_token', async (_name, token) => {
    const response = await server.get('/api/v381/market/tickers', token)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(await json(response)).toMatchObject({ code: 'INVALID_TOKEN' })
  })
})

describe('the rate limit', () => {
  it.each([
    ['STANDARD', 100],
    ['PRO', 500],
  ] as const)('of %s admits %i requests and refuses the next with Retry-After', async (tier, quota) => {
    const token = await server.token({ role: 'VIEWER', tier })
    for (let call = 1; call <= quota; call++) {
      const response = await server.get('/api/v381/market/instruments', token)
      expect(response.status).toBe(200)
      expect(response.headers.get('ratelimit')).toMatch(
        new RegExp(`^"${tier.toLowerCase()}";r=${quota - call};t=\\d+$`),
      )
      await response.arrayBuffer()
    }
    const refused = await server.get('/api/v381/market/instruments', token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await json(refused)).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'violated-policies': [tier.toLowerCase()],
    })
  })

  it('counts a user over all of its tokens, including refused and unknown addresses', async () => {
    const first = await server.token({ role: 'VIEWER' })
    const response = await server.get('/api/auth/sessions', first)
    const before = response.headers.get('ratelimit')
    expect(before).toContain('r=99')
    await server.get('/api/v381/market/klines/nope', first)
    await server.get('/api/nothing', first)
    expect((await server.get('/api/auth/sessions', first)).headers.get('ratelimit')).toContain('r=96')
  })
})

describe('a session', () => {
  const login = (password = server.admin.password, extra = {}) =>
    server.post('/api/auth/login', { username: server.admin.username, password, ...extra })

  it('begins with the password, continues with a refresh, and ends immediately on logout', async () => {
    const response = await login()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const signedIn = await json(response)
    expect(signedIn).toMatchObject({
      tokenType: 'Bearer',
      expiresInSec: 900,
      user: { username: 'admin', roles: ['ADMIN'], tier: 'STANDARD' },
      inFleet: false,
      hostCommand: 'npx --no plimsoll',
    })
    const refreshed = await json(await server.post('/api/auth/refresh', { refreshToken: signedIn.refreshToken }))
    const sessions = await json(await server.get('/api/auth/sessions', refreshed.accessToken))
    expect(sessions.items).toHaveLength(1)
    expect((await server.post('/api/auth/logout', {}, refreshed.accessToken)).status).toBe(204)
    const after = await server.get('/api/auth/sessions', signedIn.accessToken)
    expect(after.status).toBe(401)
    expect(await json(after)).toMatchObject({ code: 'SESSION_REVOKED' })
    expect((await server.post('/api/auth/refresh', { refreshToken: refreshed.refreshToken })).status).toBe(401)
  })

  it('keeps the refresh token in a cookie for browsers', async () => {
    const response = await login(undefined, { refreshTokenIn: 'COOKIE' })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/api\/auth/)
    expect(await json(response)).toMatchObject({ refreshToken: null })
    const refreshed = await fetch(`${server.platform.url}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '' },
      body: '{}',
    })
    expect(refreshed.status).toBe(200)
    expect(refreshed.headers.get('set-cookie')).toContain('plimsoll_refresh=')
  })

  it('answers a wrong name and a wrong password alike', async () => {
    const wrongPassword = await login('wrong')
    const wrongName = await server.post('/api/auth/login', { username: 'nobody', password: 'wrong' })
    expect(wrongPassword.status).toBe(401)
    const strip = async (response: Response) => {
      const { instance, requestId, ...rest } = await json(response)
      return { ...rest, known: instance !== undefined && requestId !== undefined }
    }
    expect(await strip(wrongPassword)).toEqual(await strip(wrongName))
  })

  it.each([
    ['a number as password', { username: 'admin', password: 12345678 }, '/password', 'WRONG_TYPE'],
    ['an unknown field', { username: 'admin', password: 'x', role: 'ADMIN' }, '/role', 'UNKNOWN_PARAMETER'],
    ['a missing field', { username: 'admin' }, '/password', 'MISSING'],
  ])('refuses %s', async (_name, body, pointer, code) => {
    const response = await server.post('/api/auth/login', body)
    expect(response.status).toBe(400)
    expect((await json(response)).errors).toContainEqual(expect.objectContaining({ in: 'body', pointer, code }))
  })

  it.each([
    ['text that is no JSON', '{"username":', 400],
    ['a key that would change the prototype', '{"__proto__":{"admin":true},"username":"a","password":"b"}', 400],
    ['nesting without end', `${'['.repeat(20)}${']'.repeat(20)}`, 400],
    ['more than 64 KiB', JSON.stringify({ username: 'a'.repeat(70_000), password: 'b' }), 413],
  ])('refuses %s', async (_name, body, status) => {
    const response = await server.post('/api/auth/login', body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })
})
