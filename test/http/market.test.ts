import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  Instruments,
  type Kline,
  Klines,
  OrderBook,
  PublicTrades,
  type Ticker,
  Tickers,
} from '../../contract/market.ts'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

const ajv = new Ajv({ strict: false })
const MARKET = '/api/v381/market'
let server: TestPlatform
let token: string
let calls = 0

/** A fresh user every hundred calls, because that is what the quota allows. */
const get = async (path: string, headers?: Record<string, string>): Promise<Response> => {
  if (calls++ % 90 === 0) token = await server.token({ role: 'VIEWER' })
  return server.get(MARKET + path, token, headers)
}

beforeAll(async () => {
  server = await startTestPlatform({ historyDays: undefined, symbols: 'BTCUSDT,ETHUSDT,SOLUSDT' })
  await server.ready()
})
afterAll(() => server.close())

describe('market data of the simulated exchange', () => {
  it.each([
    ['/tickers', Tickers],
    ['/tickers?symbol=ETHUSDT', Tickers],
    ['/tickers?symbols=BTCUSDT,SOLUSDT', Tickers],
    ['/klines/BTCUSDT', Klines],
    ['/klines/BTCUSDT?interval=1w&includeOpen=true', Klines],
    ['/orderbook/ETHUSDT?depth=200', OrderBook],
    ['/trades/SOLUSDT?limit=5', PublicTrades],
    ['/instruments', Instruments],
  ])('answers %s in the documented shape', async (path, schema) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const body = await json(response)
    const validate = ajv.compile(schema)
    validate(body)
    expect(validate.errors).toBeNull()
  })

  it('returns the requested tickers, each once and in the requested order', async () => {
    const { items } = await json(await get('/tickers?symbols=SOLUSDT,BTCUSDT,SOLUSDT'))
    expect(items.map((item: Ticker) => item.symbol)).toEqual(['SOLUSDT', 'BTCUSDT'])
  })

  it('has at least seven days of unbroken one-minute candles from the first start', async () => {
    const weekAgo = Date.now() - 7 * 86_400_000
    const range = `from=${weekAgo}&to=${weekAgo + 1000 * 60_000}`
    const { items, gaps } = await json(await get(`/klines/BTCUSDT?limit=1000&${range}`))
    expect(items).toHaveLength(1000)
    expect(gaps).toEqual([])
    const opens = items.map((item: Kline) => item.openTimeMs)
    expect(opens).toEqual(opens.map((_: number, index: number) => opens[0] + index * 60_000))
  })

  it.each(['3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'])(
    'has %s candles that agree with the minutes inside',
    async (interval) => {
      const [last] = (await json(await get(`/klines/ETHUSDT?interval=${interval}&limit=1`))).items as Kline[]
      const minutes: Kline[] = []
      for (let from = last?.openTimeMs ?? 0; from < (last?.closeTimeMs ?? 0); from += 1000 * 60_000) {
        const to = Math.min(from + 1000 * 60_000, (last?.closeTimeMs ?? 0) + 1)
        minutes.push(...(await json(await get(`/klines/ETHUSDT?from=${from}&to=${to}&limit=1000`))).items)
      }
      expect(minutes.length * 60_000).toBe((last?.closeTimeMs ?? 0) + 1 - (last?.openTimeMs ?? 0))
      expect(last?.open).toBe(minutes[0]?.open)
      expect(last?.close).toBe(minutes.at(-1)?.close)
      expect(Number(last?.high)).toBe(Math.max(...minutes.map(({ high }) => Number(high))))
      expect(Number(last?.low)).toBe(Math.min(...minutes.map(({ low }) => Number(low))))
      expect(last?.tradeCount).toBe(minutes.reduce((sum, { tradeCount }) => sum + (tradeCount ?? 0), 0))
    },
  )

  it('returns the newest candles when the limit cuts, and accepts RFC 3339 like milliseconds', async () => {
    // The hour before: the candle of the one that has just ended may not be stored yet.
    const toMs = (Math.floor(Date.now() / 3_600_000) - 1) * 3_600_000
    const byMs = await json(await get(`/klines/BTCUSDT?interval=1h&to=${toMs}&limit=3`))
    const byText = await json(await get(`/klines/BTCUSDT?interval=1h&to=${new Date(toMs).toISOString()}&limit=3`))
    expect(byMs.items.map((item: Kline) => item.openTimeMs)).toEqual([3, 2, 1].map((hours) => toMs - hours * 3_600_000))
    expect(byText.items).toEqual(byMs.items)
  })

  it('lists the time before any known data as missing', async () => {
    const { items, gaps } = await json(await get('/klines/BTCUSDT?interval=1d&from=2020-01-01T00:00:00Z&limit=1000'))
    expect(items.length).toBeGreaterThanOrEqual(7)
    expect(gaps).toEqual([{ fromMs: Date.UTC(2020, 0, 1), toMs: items[0].openTimeMs }])
  })

  it('sorts both sides of the order book, never crossed and without empty levels', async () => {
    const { bids, asks } = await json(await get('/orderbook/BTCUSDT?depth=50'))
    expect(bids).toHaveLength(50)
    expect(asks).toHaveLength(50)
    const prices = (levels: string[][]) => levels.map(([price]) => Number(price))
    expect(prices(bids)).toEqual(prices(bids).toSorted((a, b) => b - a))
    expect(prices(asks)).toEqual(prices(asks).toSorted((a, b) => a - b))
    expect(Number(bids[0][0])).toBeLessThan(Number(asks[0][0]))
    expect([...bids, ...asks].some(([, quantity]) => Number(quantity) === 0)).toBe(false)
  })

  it('lists trades newest first', async () => {
    const { items } = await json(await get('/trades/BTCUSDT?limit=50'))
    const times = items.map(({ tradedAtMs }: { tradedAtMs: number }) => tradedAtMs)
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
  })

  it('answers 304 to a client that already has the same candles', async () => {
    const path = `/klines/BTCUSDT?interval=1d&to=${Date.now() - 2 * 86_400_000}`
    const etag = (await get(path)).headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })
})

describe('rejected market data requests', () => {
  it.each([
    ['/tickers?symbol=btcusdt', 'query', '/symbol'],
    ['/tickers?symbols=BTCUSDT,', 'query', '/symbols'],
    ['/tickers?symbol=BTCUSDT&symbol=ETHUSDT', 'query', '/symbol'],
    ['/tickers?page=2', 'query', '/page'],
    ['/klines/btc', 'path', '/symbol'],
    ['/klines/BTCUSDT?interval=7m', 'query', '/interval'],
    ['/klines/BTCUSDT?limit=0', 'query', '/limit'],
    ['/klines/BTCUSDT?limit=1001', 'query', '/limit'],
    ['/klines/BTCUSDT?limit=1.5', 'query', '/limit'],
    ['/klines/BTCUSDT?limit=1e2', 'query', '/limit'],
    ['/klines/BTCUSDT?limit=0x10', 'query', '/limit'],
    ['/klines/BTCUSDT?limit=%205', 'query', '/limit'],
    ['/klines/BTCUSDT?limit=05', 'query', '/limit'],
    ['/klines/BTCUSDT?limit[]=5', 'query', '/limit[]'],
    ['/klines/BTCUSDT?includeOpen=1', 'query', '/includeOpen'],
    ['/orderbook/BTCUSDT?depth=5.0', 'query', '/depth'],
    ['/klines/BTCUSDT?limit=', 'query', '/limit'],
    ['/klines/BTCUSDT?includeOpen=perhaps', 'query', '/includeOpen'],
    ['/klines/BTCUSDT?from=yesterday', 'query', '/from'],
    ['/klines/BTCUSDT?from=2026-13-45T00:00:00Z', 'query', '/from'],
    ['/klines/BTCUSDT?from=9999999999999999', 'query', '/from'],
    ['/klines/BTCUSDT?from=00', 'query', '/from'],
    ['/klines/BTCUSDT?from=2026-02-30T00:00:00Z', 'query', '/from'],
    ['/klines/BTCUSDT?to=2026-01-01T24:00:00Z', 'query', '/to'],
    [`/klines/${'A'.repeat(200)}`, 'path', '/symbol'],
    ['/klines/BTCUSDT?from=2000&to=1000', 'query', '/to'],
    ['/orderbook/BTCUSDT?depth=7', 'query', '/depth'],
    ['/trades/BTCUSDT?limit=-1', 'query', '/limit'],
    ['/trades/BTCUSDT?cursor=abc', 'query', '/cursor'],
  ])('reject %s and point at it', async (path, part, pointer) => {
    const response = await get(path)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    const problem = await json(response)
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', retryable: false })
    expect(problem.errors).toContainEqual(expect.objectContaining({ in: part, pointer }))
  })

  it('name every fault of a request in one answer', async () => {
    const { errors } = await json(await get('/klines/BTCUSDT?interval=x&limit=0&foo=1'))
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/foo',
      '/interval',
      '/limit',
    ])
  })

  it.each(['/klines/NOPEUSDT', '/orderbook/NOPEUSDT', '/trades/NOPEUSDT', '/tickers?symbol=NOPEUSDT'])(
    'answer 404 for the unknown symbol of %s',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await json(response)).toMatchObject({ code: 'UNKNOWN_SYMBOL' })
    },
  )

  it('answer 404 for an address without a route, and 405 with the methods for a wrong method', async () => {
    expect((await get('/nothing')).status).toBe(404)
    const response = await fetch(`${server.platform.url}${MARKET}/tickers`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('GET')
  })

  it('answer an address that cannot be decoded with a problem', async () => {
    const response = await get('/klines/%zz')
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({ code: 'MALFORMED_REQUEST' })
  })
})
