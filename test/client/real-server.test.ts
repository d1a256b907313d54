import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  type Access,
  type ClientOptions,
  createClient,
  type Fetch,
  type PlimsollStream,
  type StreamEvent,
  type Tokens,
} from '../../client/src/index.ts'
import { createSession } from '../../client/src/session.ts'
import { createSurroundings } from '../../client/src/surroundings.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { answerLosingRelay, swallowingRelay } from './relay.ts'

const SOON = { timeout: 15_000, interval: 20 }
const API = '/api/v381'

let server: TestPlatform
beforeAll(async () => {
  server = await startTestPlatform({ autotrading: 'off', symbols: 'BTCUSDT,ETHUSDT' })
  await server.ready()
})
afterAll(() => server.close())

const access = async () => ({ token: await server.token({ role: 'TRADER', tier: 'PRO' }) })
const createTestClient = (
  options: Access & Omit<ClientOptions, keyof Access | 'baseUrl'>,
  baseUrl = server.platform.url,
) => createClient({ baseUrl, ...options })

const collectEvents = (stream: PlimsollStream): StreamEvent[] => {
  const events: StreamEvent[] = []
  stream.watch((event) => events.push(event))
  onTestFinished(() => stream.close())
  return events
}

describe('calls', () => {
  it('are typed by path, and throw the problem that the server returns', async () => {
    const { rest } = createTestClient(await access())
    const { data } = await rest.GET(`${API}/market/tickers`, { params: { query: { symbols: 'BTCUSDT,ETHUSDT' } } })
    expect(data.items.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT'])
    const wrong = rest.GET(`${API}/market/klines/{symbol}`, { params: { path: { symbol: 'NONEUSDT' } } })
    await expect(wrong).rejects.toMatchObject({
      code: 'UNKNOWN_SYMBOL',
      status: 404,
      remedy: 'GET /api/v381/market/instruments lists the available instruments.',
      retryable: false,
    })
  })

  it('place one order, however often its answer is lost', async () => {
    const relay = await answerLosingRelay(server.platform.url, { begins: `POST ${API}/trading/order`, lost: 2 })
    const { rest } = createTestClient(await access(), relay.url)
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002', clientOrderId: 'lost-twice' } as const
    const { data, response } = await rest.POST(`${API}/trading/order`, { body: order })
    expect(response.headers.get('idempotency-replayed')).toBe('true')
    const { data: page } = await rest.GET(`${API}/trading/orders`, {
      params: { query: { symbol: 'BTCUSDT', origin: 'API' } },
    })
    expect(page.items.map(({ orderId }) => orderId)).toEqual([data.orderId])
  })

  it('amend an open order once, however often the answer is lost', async () => {
    const relay = await answerLosingRelay(server.platform.url, { begins: `PATCH ${API}/trading/order`, lost: 2 })
    const { rest } = createTestClient(await access(), relay.url)
    const { data: ticker } = await rest.GET(`${API}/market/tickers`, { params: { query: { symbols: 'BTCUSDT' } } })
    const at = (part: number): string => (Number(ticker.items[0]?.lastPrice) * part).toFixed(1)
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.001' } as const
    const { data: placed } = await rest.POST(`${API}/trading/order`, { body: { ...order, price: at(0.985) } })
    const path = { orderId: placed.orderId }
    const { data: replacement } = await rest.PATCH(`${API}/trading/order/{orderId}`, {
      params: { path },
      body: { price: at(0.984), qty: '0.002' },
    })
    expect(replacement).toMatchObject({ status: 'NEW', qty: '0.002', replaces: placed.orderId })
    const { data: replaced } = await rest.GET(`${API}/trading/order/{orderId}`, { params: { path } })
    expect(replaced).toMatchObject({ status: 'CANCELED', replacedBy: replacement.orderId })
    const query = { symbol: 'BTCUSDT', origin: 'API', open: true } as const
    const { data: page } = await rest.GET(`${API}/trading/orders`, { params: { query } })
    expect(page.items.filter(({ type }) => type === 'LIMIT')).toHaveLength(1)
  })

  it('do not repeat a cancel whose answer was lost', async () => {
    const relay = await answerLosingRelay(server.platform.url, { begins: `DELETE ${API}/trading/order`, lost: 1 })
    const { rest } = createTestClient(await access(), relay.url)
    const cancelled = rest.DELETE(`${API}/trading/order/{orderId}`, {
      params: { path: { orderId: 'ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W' } },
    })
    await expect(cancelled).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 })
  })
})

describe('a session', () => {
  it('exchanges its refresh token for the next access token before the old one expires, once for all waiting callers', async () => {
    const publishedTokens: (Tokens | null)[] = []
    let laterMs = 0
    const surroundings = { ...createSurroundings(), now: () => Date.now() + laterMs }
    const { url } = server.platform
    const onTokens = (tokens: Tokens | null) => publishedTokens.push(tokens)
    const parts = { surroundings, deadlineMs: 10_000, baseUrl: url, access: { credentials: server.admin }, onTokens }
    const session = createSession(parts)
    const { signal } = new AbortController()
    const first = await session.accessToken(signal, false)
    expect(await session.accessToken(signal, false)).toBe(first)
    laterMs = 14 * 60_000 + 1_000
    const [second, same] = await Promise.all([session.accessToken(signal, false), session.accessToken(signal, false)])
    expect(second).toBe(same)
    expect(second).not.toBe(first)
    expect(publishedTokens.length).toBe(2)
    await session.logout()
    expect(publishedTokens.at(-1)).toBeNull()
    expect((await server.get('/api/auth/sessions', second)).status).toBe(401)
  })

  it('that has ended is reopened with name and password, within the call that detects it', async () => {
    const pairs: Tokens[] = []
    const client = createTestClient({ credentials: server.admin, onTokens: (tokens) => tokens && pairs.push(tokens) })
    await client.rest.GET('/api/auth/sessions')
    expect((await server.post('/api/auth/logout', {}, pairs[0]?.accessToken)).status).toBe(204)
    const { data } = await client.rest.GET('/api/auth/sessions')
    expect(data.items.filter(({ current }) => current).length).toBe(1)
    expect(pairs.length).toBe(2)
  })
})

/** A browser's `fetch`, as far as it keeps cookies. */
const keepingCookies = (): Fetch => {
  let cookie: string | undefined
  return async (url, init) => {
    const headers = new Headers(init.headers)
    if (cookie !== undefined) headers.set('cookie', cookie)
    const response = await fetch(url, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
}

describe('a page of the platform', () => {
  it('continues with the cookie that its browser stores, and sees no refresh token', async () => {
    const pairs: (Tokens | null)[] = []
    const options = {
      cookie: true,
      fetch: keepingCookies(),
      onTokens: (tokens: Tokens | null) => pairs.push(tokens),
    } as const
    const first = createTestClient(options)
    await expect(first.rest.GET('/api/auth/sessions')).rejects.toMatchObject({ status: 401 })
    expect(await first.login(server.admin)).toMatchObject({ username: 'admin' })
    const afterReload = createTestClient(options)
    expect((await afterReload.rest.GET('/api/auth/sessions')).response.status).toBe(200)
    expect(pairs.map((tokens) => tokens?.refreshToken)).toEqual([null, null])
    await afterReload.logout()
    await expect(first.rest.GET('/api/auth/sessions')).rejects.toMatchObject({ status: 401 })
  })
})

describe('a stream', () => {
  it('uses the WebSocket implementation it is given', async () => {
    const { stream } = createTestClient({ ...(await access()), WebSocket })
    collectEvents(stream)
    expect((await stream.channel('market.trades:BTCUSDT').next()).value).toMatchObject({ type: 'snapshot', seq: 1 })
  })

  it('keeps a correct order book when a message is lost', async () => {
    let swallowed = 0
    const isDelta = (text: string): boolean => text.includes('"type":"delta"') && text.includes('orderbook.20')
    const relay = await swallowingRelay(server.platform.url, (text) => isDelta(text) && ++swallowed === 3)
    const options = await access()
    const [torn, whole] = [createTestClient(options, relay.url).stream, createTestClient(options).stream]
    const events = collectEvents(torn)
    onTestFinished(() => whole.close())
    const views = [torn.book('BTCUSDT', 20), whole.book('BTCUSDT', 20)].map((book) => {
      const byTime = new Map<number | null, unknown>()
      const states: string[] = []
      book.onChange((view) => {
        byTime.set(view.exchangeTimeMs, view)
        states.push(view.state)
      })
      return { byTime, states }
    })
    const gap = () => events.find(({ kind }) => kind === 'gap')
    await vi.waitFor(() => expect(gap()).toMatchObject({ channel: 'market.orderbook.20:BTCUSDT' }), SOON)
    const [a, b] = views
    const since = () => a?.states.slice(a.states.indexOf('RESYNCING') + 1) ?? []
    expect(a?.states).toContain('RESYNCING')
    await vi.waitFor(() => expect(since().filter((state) => state === 'SYNCED').length).toBeGreaterThan(5), SOON)
    const both = [...(a?.byTime ?? [])].filter(([at]) => at !== null && b?.byTime.has(at)).slice(-3)
    expect(both.length).toBeGreaterThan(0)
    for (const [at, view] of both) expect(view).toEqual(b?.byTime.get(at))
  })

  it('reports an unknown channel, and still reads the others', async () => {
    const stream = createTestClient(await access()).stream
    const events = collectEvents(stream)
    const trades: number[] = []
    stream.on('market.trades:BTCUSDT', ({ seq }) => trades.push(seq))
    const reading = stream.channel('market.trades:NONEUSDT').next()
    await expect(reading).rejects.toMatchObject({ code: 'STREAM_REFUSED' })
    await vi.waitFor(() => expect(trades[0]).toBe(1), SOON)
    expect(events).toContainEqual(expect.objectContaining({ kind: 'refused', channels: ['market.trades:NONEUSDT'] }))
  })

  it('gives each later subscriber a snapshot first', async () => {
    const stream = createTestClient(await access()).stream
    collectEvents(stream)
    const first: string[] = []
    stream.on('market.orderbook.5:BTCUSDT', ({ type }) => first.push(type))
    await vi.waitFor(() => expect(first.length).toBeGreaterThan(2), SOON)
    for await (const { type, dropped } of stream.channel('market.orderbook.5:BTCUSDT')) {
      expect([type, dropped]).toEqual(['snapshot', 0])
      break
    }
  })

  it('obtains another session when its own has ended', async () => {
    const pairs: Tokens[] = []
    const stream = createTestClient({
      credentials: server.admin,
      onTokens: (tokens) => tokens && pairs.push(tokens),
    }).stream
    const events = collectEvents(stream)
    await vi.waitFor(() => expect(stream.state.name).toBe('open'), SOON)
    await server.post('/api/auth/logout', {}, pairs[0]?.accessToken)
    const names = () => events.flatMap((event) => (event.kind === 'state' ? [event.state.name] : []))
    await vi.waitFor(() => expect(names()).toEqual(['open', 'closed', 'connecting', 'open']), SOON)
    expect(pairs.length).toBe(2)
  })

  it('ends with the session that its program ends, and does not log in again automatically', async () => {
    const pairs: (Tokens | null)[] = []
    const client = createTestClient({ credentials: server.admin, onTokens: (tokens) => pairs.push(tokens) })
    const { stream } = client
    collectEvents(stream)
    const reading = stream.channel('account.orders')
    await reading.next()
    const next = reading.next()
    await client.logout()
    await expect(next).rejects.toMatchObject({ code: 'STREAM_FAILED' })
    expect(stream.state).toMatchObject({ name: 'closed', retryInMs: null, remedy: expect.stringContaining('login(') })
    await expect(client.rest.GET('/api/auth/sessions')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    expect(client.stream).toBe(stream)
    await client.login(server.admin)
    expect(pairs.map((tokens) => tokens !== null)).toEqual([true, false, true])
    collectEvents(client.stream)
    expect((await client.stream.channel('account.orders').next()).value).toMatchObject({ type: 'snapshot' })
  })

  it('ends when its token is no longer valid and no other is available', async () => {
    const { token } = await access()
    const stream = createTestClient({ token }).stream
    collectEvents(stream)
    const reading = stream.channel('account.orders')
    await reading.next()
    await server.post('/api/auth/logout', {}, token)
    await expect(reading.next()).rejects.toMatchObject({ code: 'STREAM_FAILED' })
    expect(stream.state).toMatchObject({ name: 'closed', code: 4401, retryInMs: null })
  })

  it('keeps orders and positions up to date', async () => {
    const client = createTestClient(await access())
    const stream = client.stream
    collectEvents(stream)
    const [orders, positions] = [stream.orders(), stream.positions()]
    await vi.waitFor(() => expect(orders.isCurrent && positions.isCurrent).toBe(true), SOON)
    const order = { symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', qty: '0.02' } as const
    const { data } = await client.rest.POST(`${API}/trading/order`, { body: order })
    orders.put(data)
    await vi.waitFor(() => {
      expect(orders.get(data.orderId)?.status).toBe('FILLED')
      expect(positions.values().find(({ symbol }) => symbol === 'ETHUSDT')?.protection.state).toBe('VERIFIED')
    }, SOON)
  })
})
