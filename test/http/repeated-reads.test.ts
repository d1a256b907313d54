import { once } from 'node:events'
import { request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../server/core/instant.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'

const PATH = '/api/v381/market/orderbook/BTCUSDT?depth=5'

let server: TestPlatform
let token: string

beforeAll(async () => {
  server = await startTestPlatform({ historyDays: undefined })
  await server.ready()
  token = await server.token({ role: 'VIEWER' })
})
afterAll(() => server.close())

/** Sends nothing but the headers given, unlike `fetch`, which always accepts encodings. */
const read = async (headers: Record<string, string> = {}, { method = 'GET', path = PATH } = {}) => {
  const request = send(`${server.platform.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const [response] = await once(request.end(), 'response')
  let body = ''
  for await (const part of response) body += part
  return { status: response.statusCode as number, headers: response.headers as Record<string, string>, body }
}

const listNames = ({ headers }: { readonly headers: object }): string[] => Object.keys(headers).sort()

describe('a repeated market read', () => {
  it('returns what the first one returns, and counts against the same quota', async () => {
    const [first, again] = [await read(), await read()]
    expect([again.status, listNames(again)]).toEqual([200, listNames(first)])
    const [ageless, before] = [again, first].map(({ headers }) => {
      const { date, ratelimit, etag, 'content-length': length, ...rest } = headers
      return rest
    })
    expect(ageless).toEqual(before)
    expect(Object.keys(JSON.parse(again.body))).toEqual(Object.keys(JSON.parse(first.body)))
    expect(Number(again.headers['content-length'])).toBe(Buffer.byteLength(again.body))
    const left = ({ headers }: typeof first): number => Number(/;r=(\d+)/.exec(headers.ratelimit ?? '')?.[1])
    expect(left(first) - left(again)).toBe(1)
  })

  it.each<[string, Record<string, string>, number]>([
    ['401 without a token', { authorization: '' }, 401],
    ['401 with another token', { authorization: 'Bearer x.y.z' }, 401],
    ['421 for a foreign host', { host: 'rebound.example' }, 421],
    ['304 for the tag the caller has', { 'if-none-match': '*' }, 304],
  ])('returns %s', async (_what, headers, status) => {
    await read()
    expect((await read(headers)).status).toBe(status)
  })

  it('returns the same list of a thousand candles', async () => {
    const path = `/api/v381/market/klines/BTCUSDT?limit=1000&to=${Date.now() - DAY_MS}`
    const [first, again] = [await read({}, { path }), await read({}, { path })]
    expect(Number(again.headers['content-length'])).toBe(Buffer.byteLength(again.body))
    expect(again.body.length).toBeGreaterThan(16 * 1_024)
    expect(JSON.parse(again.body)).toMatchObject({ items: JSON.parse(first.body).items, source: { status: 'FRESH' } })
  })

  it('is compressed, rejected and sent without a body like the first one', async () => {
    const path = '/api/v381/market/orderbook/BTCUSDT?depth=200'
    await read({}, { path })
    expect((await read({ 'accept-encoding': 'gzip' }, { path })).headers['content-encoding']).toBe('gzip')
    expect((await read({}, { path, method: 'POST' })).status).toBe(405)
    expect((await read({}, { path, method: 'HEAD' })).body).toBe('')
  })

  it('returns 429 without the caller being counted twice when the quota is used up', async () => {
    token = await server.token({ role: 'VIEWER' })
    const statuses = new Set<number>()
    for (let call = 0; call < 100; call++) statuses.add((await read()).status)
    const refused = await read()
    expect([[...statuses], refused.status]).toEqual([[200], 429])
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': '"standard";q=100;w=60' })
    expect(refused.headers.ratelimit).toMatch(/^"standard";r=0;t=\d+$/)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })
})
