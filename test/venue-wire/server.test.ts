import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { USUAL_PERMISSIONS } from '../../venue/binance/rest/auth.ts'
import { sign } from '../../venue/exchange/server/credentials.ts'
import { API_KEY, API_SECRET, clockFrom, fastClock, openStage, request, type VenueStage } from './venue-stage.ts'

const SYMBOL = { symbol: 'BTCUSDT' }
/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 }
const A_MINUTE = Date.UTC(2026, 0, 15, 12, 30)

let stage: VenueStage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

describe('authentication of requests', () => {
  it('accepts a signature over query and body as sent', async () => {
    const headers = { 'X-MBX-APIKEY': API_KEY, 'Content-Type': 'application/x-www-form-urlencoded' }
    const send = async () => {
      const [query, body] = ['symbol=BTCUSDT&side=BUY', `type=MARKET&quantity=0.01&timestamp=${Date.now()}`]
      const signature = sign(query + body, API_SECRET)
      const url = `${stage.url}/fapi/v1/order?${query}`
      return (await request(url, { method: 'POST', headers, body: `${body}&signature=${signature}` })).body
    }
    // The market opens soon after the server.
    await expect.poll(send).toMatchObject({ status: 'NEW' })
  })

  it('agrees with the published example of a signature', () => {
    const text =
      'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943'
    const secret = '2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9'
    expect(sign(text, secret)).toBe('3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9')
  })

  it('rejects a wrong signature, a wrong key, and a missing one', async () => {
    const wrong = await stage.signed('GET', '/fapi/v2/balance', { timestamp: Date.now(), signature: 'f'.repeat(64) })
    expect([wrong.status, wrong.body.code]).toEqual([400, -1022])
    const other = await request(`${stage.url}/fapi/v1/listenKey`, { method: 'POST', headers: { 'X-MBX-APIKEY': 'x' } })
    expect([other.status, other.body.code]).toEqual([401, -2015])
    const none = await request(`${stage.url}/fapi/v1/listenKey`, { method: 'POST' })
    expect([none.status, none.body.code]).toEqual([401, -2014])
  })

  it.each([
    ['a little behind', -4_000, {}, 200],
    ['behind', -6_000, {}, -1021],
    ['behind but within the requested window', -6_000, { recvWindow: 10_000 }, 200],
    ['a little ahead', 500, {}, 200],
    ['ahead, whatever the window', 2_000, { recvWindow: 60_000 }, -1021],
  ] as const)('checks the timestamp of a request that is %s', async (_what, offset, more, expected) => {
    const own = await openStage({ clock: () => A_MINUTE })
    const answer = await own.signed('GET', '/fapi/v2/balance', { timestamp: A_MINUTE + offset, ...more })
    expect(answer.body.code ?? answer.status).toBe(expected)
    await own.close()
  })

  it('rejects a request without a timestamp', async () => {
    const url = `${stage.url}/fapi/v2/balance?signature=${sign('', API_SECRET)}`
    expect((await request(url, { method: 'GET', headers: { 'X-MBX-APIKEY': API_KEY } })).body.code).toBe(-1102)
  })

  it('rejects requests outside the permissions of its key', async () => {
    const reader = await openStage({ permissions: { ...USUAL_PERMISSIONS, enableFutures: false } })
    expect((await reader.signed('GET', '/fapi/v2/balance')).status).toBe(200)
    const order = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.01' }
    expect((await reader.signed('POST', '/fapi/v1/order', order)).body.code).toBe(-2015)
    await reader.close()
  })

  it('lists the settlements of one symbol, or the newest of all when none is named', async () => {
    const own = await openStage({ clock: clockFrom(A_MINUTE) })
    const list = async (params = {}) => (await own.get('/fapi/v1/fundingRate', params)).body
    const all: { symbol: string; fundingTime: number }[] = await list()
    expect(new Set(all.map(({ symbol }) => symbol))).toEqual(new Set(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']))
    expect(all.map(({ fundingTime }) => fundingTime)).toEqual(all.map(({ fundingTime }) => fundingTime).toSorted())
    expect(await list({ ...SYMBOL, limit: 33 })).toEqual(all.filter(({ symbol }) => symbol === 'BTCUSDT').slice(-33))
    expect(await list({ limit: 2 })).toEqual(all.slice(-2))
    await own.close()
  })

  it('answers other paths as unknown', async () => {
    expect(await stage.status('/api/v3/time')).toBe(404)
    const { status, body } = await stage.get('/fapi/v1/nothing')
    expect([status, body]).toEqual([404, { code: -5000, msg: 'Path /fapi/v1/nothing, Method GET is invalid' }])
  })
})

describe('rate limits', () => {
  it('counts weight by address, then rejects, then bans', async () => {
    const own = await openStage({ limits: { weightPerMinute: 60 }, clock: clockFrom(A_MINUTE) })
    const spend = () => own.get('/fapi/v1/ticker/24hr')
    const first = await spend()
    expect(first.headers.get('x-mbx-used-weight-1m')).toBe('40')
    const second = await spend()
    expect([second.status, second.body.code]).toEqual([429, -1003])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    let last = second
    for (let count = 0; count < 12 && last.status === 429; count++) last = await spend()
    expect([last.status, last.body.code]).toEqual([418, -1003])
    await own.close()
  })

  it('counts orders of the account', async () => {
    const own = await openStage({ limits: { ordersPerTenSeconds: 2 }, clock: clockFrom(A_MINUTE) })
    const order = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.01' }
    const codes: unknown[] = []
    for (let count = 0; count < 5; count++) codes.push((await own.signed('POST', '/fapi/v1/order', order)).body.code)
    expect(codes).toContain(-1015)
    await own.close()
  })
})

describe('sockets', () => {
  it('close at the end of their maximum lifetime', async () => {
    const own = await openStage({ lifetimes: { connectionMs: 30 } })
    const listener = await own.listen('/ws/btcusdt@bookTicker')
    expect(await listener.closed).toBe(1001)
    await own.close()
  })

  it('are pinged', async () => {
    const own = await openStage({ lifetimes: { pingMs: 10 } })
    const { socket } = await own.listen('/ws')
    await new Promise((resolve) => socket.once('ping', resolve))
    socket.close()
    await own.close()
  })

  it('are closed when they send too much', async () => {
    const listener = await stage.listen('/ws')
    for (let id = 0; id < 40; id++) listener.socket.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id }))
    expect(await listener.closed).toBe(1008)
  })

  it('receive their subscriptions, in the combined form on request', async () => {
    const listener = await stage.listen('/stream?streams=btcusdt@bookTicker/ethusdt@depth5@100ms')
    const touch = await listener.until(({ stream }) => stream === 'btcusdt@bookTicker')
    expect(touch.data).toMatchObject({ e: 'bookTicker', s: 'BTCUSDT' })
    const top = await listener.until(({ stream }) => stream === 'ethusdt@depth5@100ms')
    expect(top.data.b).toHaveLength(5)
    listener.socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['!markPrice@arr@1s'], id: 5 }))
    expect(await listener.until(({ id }) => id === 5)).toEqual({ result: null, id: 5 })
    const marks = await listener.until(({ stream }) => stream === '!markPrice@arr@1s')
    expect(marks.data.map(({ s }: { s: string }) => s)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT'])
    listener.socket.send(JSON.stringify({ method: 'UNSUBSCRIBE', params: ['!markPrice@arr@1s'], id: 6 }))
    listener.socket.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 7 }))
    const listed = await listener.until(({ id }) => id === 7)
    expect(listed.result).toEqual(['btcusdt@bookTicker', 'ethusdt@depth5@100ms'])
    listener.socket.close()
  })

  it.each(['/ws', '/public/ws/0', '/market/ws/0', '/private/ws', '/stream', '/public/stream'])(
    'are opened at %s',
    async (path) => {
      const listener = await stage.listen(path)
      listener.socket.close()
    },
  )
})

describe('an order book kept from snapshot and changes', () => {
  let quick: VenueStage
  beforeAll(async () => {
    quick = await openStage({ clock: fastClock(10) })
  })
  afterAll(() => quick.close())

  it.each(['btcusdt@depth@0ms', 'btcusdt@depth@100ms', 'btcusdt@depth', 'btcusdt@depth@500ms'])(
    'joins without a gap: %s',
    async (stream) => {
      const listener = await quick.listen(`/ws/${stream}`)
      await listener.until(({ e }) => e === 'depthUpdate')
      const snapshot = (await quick.get('/fapi/v1/depth', { ...SYMBOL, limit: 1_000 })).body
      await listener.until(({ u }) => u > snapshot.lastUpdateId + 8)
      const changes = listener.messages.filter(({ u }) => u >= snapshot.lastUpdateId)
      const [first] = changes
      expect(first.U <= snapshot.lastUpdateId || first.pu === snapshot.lastUpdateId).toBe(true)
      expect(changes.slice(1).map(({ pu }) => pu)).toEqual(changes.slice(0, -1).map(({ u }) => u))
      listener.socket.close()
    },
  )

  it('matches the depth snapshot', async () => {
    const listener = await quick.listen('/ws/btcusdt@depth@0ms')
    await listener.until(({ e }) => e === 'depthUpdate')
    const from = (await quick.get('/fapi/v1/depth', { ...SYMBOL, limit: 1_000 })).body
    await listener.until(({ u }) => u > from.lastUpdateId + 5)
    const to = (await quick.get('/fapi/v1/depth', { ...SYMBOL, limit: 1_000 })).body
    await listener.until(({ u }) => u >= to.lastUpdateId)
    const changed = listener.messages
      .filter(({ u }) => u > from.lastUpdateId && u <= to.lastUpdateId)
      .flatMap(({ b }) => b)
    const bids = new Map<string, string>([...from.bids, ...changed])
    for (const [price, quantity] of bids) if (Number(quantity) === 0) bids.delete(price)
    const topBids = [...bids].sort(([a], [b]) => Number(b) - Number(a)).slice(0, 50)
    expect(topBids).toEqual(to.bids.slice(0, 50))
    listener.socket.close()
  })
})

describe('the account stream', () => {
  it('has one listen key, which expires with an event when it is not renewed', async () => {
    const own = await openStage({ lifetimes: { listenKeyMs: 3_000 } })
    const requestKey = async (): Promise<string> => (await own.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const key = await vi.waitFor(async () => {
      const [first, second] = [await requestKey(), await requestKey()]
      expect(second).toBe(first)
      return second
    }, SOON)
    const listener = await own.listen(`/ws/${key}`)
    const end = await listener.until(({ e }) => e === 'listenKeyExpired')
    expect(end.listenKey).toBe(key)
    expect((await own.keyed('PUT', '/fapi/v1/listenKey')).body.code).toBe(-1125)
    expect(await requestKey()).not.toBe(key)
    listener.socket.close()
    await own.close()
  })

  it('is disconnected for every subscriber when the listen key is deleted', async () => {
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listeners = await Promise.all([stage.listen(`/ws/${key}`), stage.listen(`/private/ws?listenKey=${key}`)])
    await stage.keyed('DELETE', '/fapi/v1/listenKey')
    await Promise.all(listeners.map(({ closed }) => closed))
  })

  it('reports an execution in all its forms, with ids to the last digit', async () => {
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listener = await stage.listen(`/ws/${key}`)
    const raw: string[] = []
    listener.socket.on('message', (data) => raw.push(String(data)))
    const order = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.010', newOrderRespType: 'RESULT' }
    const { text } = await stage.signed('POST', '/fapi/v1/order', order)
    const [, id = ''] = /"orderId":(\d+)/.exec(text) ?? []
    await listener.until(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.X === 'FILLED')
    expect(listener.messages.map(({ e }) => e)).toEqual([
      'ORDER_TRADE_UPDATE',
      'TRADE_LITE',
      'ACCOUNT_UPDATE',
      'ORDER_TRADE_UPDATE',
    ])
    expect(raw.filter((message) => message.includes(`"i":${id}`)).length).toBe(3)
    await stage.signed('POST', '/fapi/v1/leverage', { ...SYMBOL, leverage: 7 })
    const config = await listener.until(({ e }) => e === 'ACCOUNT_CONFIG_UPDATE')
    expect(config.ac).toEqual({ s: 'BTCUSDT', l: 7 })
    listener.socket.close()
  })
})
