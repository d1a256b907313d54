import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readExchangeBooks } from '../support/exchange-books.ts'
import type { Json } from '../support/order-stream.ts'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { ANSWER_WITHIN_MS } from '../support/stop-server.ts'
import { aTrader, readTicker, type Trader } from '../support/trader.ts'

const SOON = { timeout: 60_000, interval: 50 }
const WITHIN_MINUTES = { timeout: 150_000, interval: 500 }
const STOP = '/api/emergency-stop'
const STATUS = '/api/autotrading/status'

let server: TestPlatform
let trader: Trader
let token: string

beforeAll(async () => {
  server = await startTestPlatform({ timeframes: '1h', symbols: 'BTCUSDT,ETHUSDT' })
  trader = await aTrader(server)
  token = await server.token({ role: 'TRADER' })
  await server.ready()
  await vi.waitFor(async () => expect((await readTicker(trader, 'BTCUSDT')).bestBidPrice).not.toBeNull(), SOON)
  await vi.waitFor(async () => expect((await fetchStatus()).state).toBe('RUNNING'), SOON)
})
afterAll(() => server.close())

const fetchStatus = async (): Promise<Json> => json(await server.get(STATUS, await viewer()))

let viewing: Promise<string> | undefined
const viewer = (): Promise<string> => {
  viewing ??= server.token({ role: 'VIEWER', tier: 'PRO' })
  return viewing
}

const openAtExchange = () => readExchangeBooks(server.dataDir).open.map(({ terms }) => terms)

/**
 * On a busy machine market data may be too old for a moment, and commits too slow for a minute: an order refused for
 * that has changed nothing.
 */
const place = (order: () => Promise<object>): Promise<Json> =>
  vi.waitFor(async () => {
    const { status, body } = await trader.call('POST', '/trading/order', await order())
    expect([status, body.detail]).toEqual([201, undefined])
    return body
  }, WITHIN_MINUTES)

const rest = (symbol: string, side: 'BUY' | 'SELL', qty: string): Promise<Json> =>
  place(async () => {
    const { bestBidPrice, bestAskPrice } = await readTicker(trader, symbol)
    const price = side === 'BUY' ? Number(bestBidPrice) * 0.995 : Number(bestAskPrice) * 1.005
    return { symbol, side, type: 'LIMIT', qty, price: price.toFixed(1) }
  })

const completed = (): Promise<Json> =>
  vi.waitFor(async () => {
    const { stop } = await fetchStatus()
    expect(stop.phase).toBe('COMPLETE')
    return stop
  }, SOON)

describe('an emergency stop of a server that trades', { timeout: 200_000 }, () => {
  let stopId: string

  it('cancels every order but the stops of open positions, as the exchange confirms', async () => {
    const bought = await place(async () => ({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }))
    expect(bought.status).toBe('FILLED')
    await rest('BTCUSDT', 'BUY', '0.001')
    await rest('ETHUSDT', 'SELL', '0.02')
    await vi.waitFor(() => expect(openAtExchange()).toHaveLength(3), SOON)

    const since = performance.now()
    const response = await server.post(STOP, { reason: 'feed looks wrong' }, token)
    expect(performance.now() - since).toBeLessThan(ANSWER_WITHIN_MS)
    const body = await json(response)
    stopId = body.stopId
    expect([200, 202]).toContain(response.status)
    expect(response.status).toBe(body.phase === 'COMPLETE' ? 200 : 202)
    expect(body).toMatchObject({ state: 'HALTED', alreadyLatched: false, latchPersistence: 'FILE_AND_DB' })

    const stop = await completed()
    expect(stop).toMatchObject({
      stopId,
      reason: 'feed looks wrong',
      requestedBy: { type: 'USER', username: expect.stringMatching(/^user-/), roles: ['TRADER'] },
      orders: { found: 3, protectiveKept: 1, cancelled: 2, filled: 0, pending: 0, failed: [], outcomeUnknown: [] },
      positions: { open: 1, protected: 1, unprotected: [] },
    })
    expect(openAtExchange()).toMatchObject([{ symbol: 'BTCUSDT', type: 'STOP_MARKET', side: 'SELL', reduceOnly: true }])
  })

  it('rejects risk-increasing orders, and names the stop', async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.001' }
    const { status, body } = await trader.call('POST', '/trading/order', order)
    expect([status, body.code, body.stopId]).toEqual([409, 'EMERGENCY_STOP_LATCHED', stopId])
  })

  it('allows the stop of a position to be moved', async () => {
    const { items } = await trader.get('/trading/positions')
    const [{ id, markPrice }] = items
    const stopLoss = { triggerPrice: (Math.floor(Number(markPrice) * 9.85) / 10).toFixed(1), triggerBy: 'MARK' }
    const { status } = await trader.call('PATCH', `/trading/positions/${id}/sl-tp`, { stopLoss })
    expect([200, 202]).toContain(status)
  })

  it('works when every other request is refused by its quota, and is the same stop', async () => {
    for (let call = 0; call < 101; call++) await (await server.get(STATUS, token)).arrayBuffer()
    expect((await server.get(STATUS, token)).status).toBe(429)
    const body = await json(await server.post(STOP, '{"flatten":', token))
    expect(body).toMatchObject({ stopId, alreadyLatched: true, bodyIgnored: true, flatten: 'NONE' })
  })

  it('closes the positions when it is widened, and is never narrowed', async () => {
    const body = await json(await server.post(STOP, { flatten: 'REDUCE_ONLY' }, token))
    expect(body).toMatchObject({ stopId, flatten: 'REDUCE_ONLY' })
    await vi.waitFor(async () => expect((await trader.get('/trading/positions')).items).toEqual([]), SOON)
    const stop = await completed()
    expect(stop.steps[4]).toEqual({ step: 'FLATTEN', status: 'DONE', remaining: [] })
    expect(openAtExchange()).toEqual([])
    expect(await json(await server.post(STOP, { flatten: 'NONE' }, token))).toMatchObject({ flatten: 'REDUCE_ONLY' })
  })

  it('is in the audit log with every refused attempt', async () => {
    const viewer = await server.token({ role: 'VIEWER' })
    expect((await server.post(STOP, {}, viewer)).status).toBe(403)
    expect((await server.post(STOP, {})).status).toBe(401)
    const admin = await server.token({ role: 'ADMIN' })
    const { items } = await json(await server.get('/api/audit?action=EMERGENCY_STOP&limit=200', admin))
    const outcomes = items.map(({ outcome }: Json) => outcome).toReversed()
    expect(outcomes[0]).toBe('INTENT')
    expect(outcomes).toEqual(expect.arrayContaining(['DONE', 'REPEATED', 'REFUSED_403', 'REFUSED_401']))
    expect(items.find(({ outcome }: Json) => outcome === 'INTENT').target).toBe(stopId)
  })
})
