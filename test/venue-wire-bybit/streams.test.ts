import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sign } from '../../venue/exchange/server/credentials.ts'
import { listenTo } from '../venue-wire/venue-stage.ts'
import { API_KEY, API_SECRET, type BybitStage, openBybitStage } from './bybit-stage.ts'

const BTC = { category: 'linear', symbol: 'BTCUSDT' }
const BUY = { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.010' }

let stage: BybitStage
beforeAll(async () => {
  stage = await openBybitStage()
})
afterAll(() => stage.close())

const privateSocket = () => listenTo(`${stage.url.replace('http', 'ws')}/v5/private`)

type Levels = readonly (readonly [string, string])[]

const apply = (side: Map<string, string>, levels: Levels): void => {
  for (const [price, size] of levels) {
    if (Number(size) === 0) side.delete(price)
    else side.set(price, size)
  }
}

describe('an order book', () => {
  it('begins with a full snapshot, and its contiguous changes match the REST book', async () => {
    const listener = await stage.listen('orderbook.50.BTCUSDT')
    const messages = () => listener.messages.filter(({ topic }) => topic === 'orderbook.50.BTCUSDT')
    await listener.until(() => messages().length > 12)
    listener.socket.close()
    const [snapshot, ...deltas] = messages()
    expect([snapshot.type, snapshot.data.b.length, snapshot.data.a.length]).toEqual(['snapshot', 50, 50])
    expect(deltas.map(({ type }) => type)).toEqual(deltas.map(() => 'delta'))
    expect(deltas.map(({ data }) => data.u)).toEqual(deltas.map((_, index) => snapshot.data.u + index + 1))
    const bids = new Map<string, string>(snapshot.data.b)
    const asks = new Map<string, string>(snapshot.data.a)
    for (const { data } of deltas) {
      apply(bids, data.b)
      apply(asks, data.a)
      expect(Math.max(...[...bids.keys()].map(Number))).toBeLessThan(Math.min(...[...asks.keys()].map(Number)))
      expect([bids.size, asks.size]).toEqual([50, 50])
    }
  })

  it('of one level is sent in full each time', async () => {
    const listener = await stage.listen('orderbook.1.BTCUSDT')
    const messages = () => listener.messages.filter(({ topic }) => topic === 'orderbook.1.BTCUSDT')
    await listener.until(() => messages().length > 5)
    listener.socket.close()
    for (const { type, data } of messages()) expect([type, data.b.length, data.a.length]).toEqual(['snapshot', 1, 1])
  })
})

describe('a market stream', () => {
  it('sends trades, candles and tickers', async () => {
    const listener = await stage.listen('publicTrade.BTCUSDT', 'kline.1.BTCUSDT', 'tickers.BTCUSDT')
    const ticker = await listener.until(({ topic, type }) => topic === 'tickers.BTCUSDT' && type === 'snapshot')
    expect(Object.keys(ticker.data)).toEqual(
      expect.arrayContaining(['markPrice', 'openInterestValue', 'tickDirection']),
    )
    const change = await listener.until(({ topic, type }) => topic === 'tickers.BTCUSDT' && type === 'delta')
    expect(Object.keys(change.data).length).toBeLessThan(Object.keys(ticker.data).length)
    expect(change.data.symbol).toBe('BTCUSDT')
    const trade = await listener.until(({ topic }) => topic === 'publicTrade.BTCUSDT')
    expect(trade.data[0]).toMatchObject({ s: 'BTCUSDT', S: expect.stringMatching(/^(Buy|Sell)$/), BT: false })
    const candle = await listener.until(({ topic, data }) => topic === 'kline.1.BTCUSDT' && !data[0].confirm)
    expect(candle.data[0]).toMatchObject({ interval: '1', end: candle.data[0].start + 59_999 })
    listener.socket.close()
  })

  it('answers with the request id, and rejects unknown topics', async () => {
    const listener = await stage.listen()
    const request = async (command: object, req_id: string) => {
      listener.socket.send(JSON.stringify({ ...command, req_id }))
      return listener.until((answer) => answer.req_id === req_id)
    }
    expect(await request({ op: 'ping' }, '1')).toMatchObject({ success: true, ret_msg: 'pong', op: 'ping' })
    for (const topic of ['orderbook.500.BTCUSDT', 'tickers.NOPEUSDT', 'order', 'kline.M.BTCUSDT', 'tickers']) {
      const answer = await request({ op: 'subscribe', args: [topic] }, topic)
      expect([answer.success, answer.ret_msg]).toEqual([false, `error:handler not found,topic:${topic}`])
    }
    expect(await request({ op: 'fly' }, '2')).toMatchObject({ success: false, ret_msg: 'error:invalid op' })
    await request({ op: 'subscribe', args: ['publicTrade.BTCUSDT'] }, '3')
    await listener.until(({ topic }) => topic === 'publicTrade.BTCUSDT')
    expect(await request({ op: 'unsubscribe', args: ['publicTrade.BTCUSDT'] }, '4')).toMatchObject({ success: true })
    listener.socket.close()
  })

  it('is available at its own address only', async () => {
    for (const path of ['/v5/public/spot', '/v5/trade', '/ws']) {
      await expect(listenTo(`${stage.url.replace('http', 'ws')}${path}`)).rejects.toThrow('404')
    }
  })
})

describe('an account stream', () => {
  it('sends nothing before authentication', async () => {
    const listener = await privateSocket()
    listener.socket.send(JSON.stringify({ op: 'subscribe', args: ['order'], req_id: '1' }))
    expect(await listener.until(({ op }) => op === 'subscribe')).toMatchObject({
      success: false,
      ret_msg: 'Request not authorized',
    })
    listener.socket.close()
  })

  it.each([
    ['another secret', API_KEY, 10_000, 'other'],
    ['another key', 'other', 10_000, API_SECRET],
    ['a time that is past', API_KEY, -1, API_SECRET],
  ] as const)('rejects a client with %s', async (_what, key, aheadMs, secret) => {
    const listener = await privateSocket()
    const expires = String(Date.now() + aheadMs)
    listener.socket.send(JSON.stringify({ op: 'auth', args: [key, expires, sign(`GET/realtime${expires}`, secret)] }))
    expect((await listener.until(({ op }) => op === 'auth')).success).toBe(false)
    await listener.closed
  })

  it('sends order, execution, position and wallet, consistent with each other and with the lists', async () => {
    const listener = await stage.listenPrivately('order', 'execution', 'execution.fast', 'position.linear', 'wallet')
    const least = { ...BUY, qty: '0.001', orderLinkId: 'reported' }
    const { orderId } = (await stage.post('/v5/order/create', least)).body.result
    const { data: orders } = await listener.until(({ topic }) => topic === 'order')
    const { data: executions } = await listener.until(({ topic }) => topic === 'execution')
    const { data: positions } = await listener.until(({ topic }) => topic === 'position.linear')
    const { data: wallets } = await listener.until(({ topic }) => topic === 'wallet')
    const { data: fast } = await listener.until(({ topic }) => topic === 'execution.fast')
    const [listed] = (await stage.get('/v5/order/realtime', { ...BTC, orderId })).body.result.list
    const [execution] = (await stage.get('/v5/execution/list', { ...BTC, orderId })).body.result.list
    expect(orders[0]).toMatchObject({ ...listed, category: 'linear' })
    expect(executions[0]).toMatchObject(execution)
    expect(executions[0]).toMatchObject(fast[0])
    expect(positions[0]).toMatchObject({ symbol: 'BTCUSDT', side: 'Buy', size: '0.001', entryPrice: listed.avgPrice })
    expect(10_000 - Number(wallets[0].coin[0].walletBalance)).toBeCloseTo(Number(listed.cumExecFee), 8)
    await stage.post('/v5/order/create', { ...least, orderLinkId: 'closed', side: 'Sell', reduceOnly: true })
    listener.socket.close()
  })

  it('answers a ping with the time', async () => {
    const listener = await stage.listenPrivately()
    const beforeMs = Date.now()
    listener.socket.send(JSON.stringify({ op: 'ping', req_id: '7' }))
    const { args } = await listener.until(({ op, req_id }) => op === 'pong' && req_id === '7')
    expect(Number(args[0])).toBeGreaterThanOrEqual(beforeMs)
    expect(Number(args[0])).toBeLessThanOrEqual(Date.now())
    listener.socket.close()
  })
})
