import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

let server: TestPlatform
let token: string

beforeAll(async () => {
  server = await startTestPlatform({ autotrading: 'off' })
  token = await server.token({ role: 'VIEWER' })
  await server.ready()
  // Candles are served once they are durable, which on a busy disk is later than their evaluation.
  await vi.waitFor(async () => expect((await json(await request(KLINES))).items).toHaveLength(200), SOON)
})
afterAll(() => server.close())

const SOON = { timeout: 60_000, interval: 100 }
const KLINES = '/api/v381/market/klines/BTCUSDT?limit=200&interval=5m'
const request = (path: string, headers: Record<string, string> = {}) => server.get(path, token, headers)

it.each(['br', 'gzip'])('sends a long answer as %s to a client that accepts it', async (encoding) => {
  const response = await request(KLINES, { 'accept-encoding': encoding })
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
    encoding,
    'accept-encoding',
  ])
  const { items } = (await response.json()) as { items: unknown[] }
  expect(items).toHaveLength(200)
})

it('sends the same answer uncompressed to a client without an accepted encoding, and short answers to every client', async () => {
  expect((await request(KLINES, { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
  expect((await request('/healthz', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull()
})

it('never compresses an answer that contains tokens', async () => {
  const response = await fetch(`${server.platform.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br, gzip' },
    body: JSON.stringify(server.admin),
  })
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
  const sessions = await request('/api/auth/sessions', { 'accept-encoding': 'br, gzip' })
  expect([sessions.status, sessions.headers.get('content-encoding')]).toEqual([200, null])
})
