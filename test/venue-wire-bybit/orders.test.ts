import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BybitStage, openBybitStage } from './bybit-stage.ts'

const BTC = { category: 'linear', symbol: 'BTCUSDT' }
const BUY = { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.010' }
const SELL = { ...BUY, side: 'Sell', reduceOnly: true }

let stage: BybitStage
beforeAll(async () => {
  stage = await openBybitStage()
})
afterAll(() => stage.close())

const create = (params: Record<string, string | number | boolean>) => stage.post('/v5/order/create', params)
const readResult = async (path: string, params: Record<string, string | number> = {}) =>
  (await stage.get(path, { category: 'linear', ...params })).body.result
const readOrder = async (orderId: string) =>
  (await readResult('/v5/order/realtime', { symbol: 'BTCUSDT', orderId })).list[0]
const readMark = async (): Promise<number> =>
  Number((await stage.open('/v5/market/tickers', BTC)).body.result.list[0].markPrice)
const limitAt = async (part: number) => ({
  ...BUY,
  orderType: 'Limit',
  price: ((await readMark()) * part).toFixed(1),
})

const flatten = async (): Promise<void> => {
  await stage.post('/v5/order/cancel-all', BTC)
  await create({ ...SELL, qty: '0', closeOnTrigger: true })
}

beforeEach(flatten)

describe('an order', () => {
  it('is answered with only its ids, and can be queried by both', async () => {
    const { status, body } = await create({ ...BUY, orderLinkId: 'mine-1' })
    expect([status, body.retCode, body.retMsg, body.retExtInfo]).toEqual([200, 0, 'OK', {}])
    expect(Object.keys(body.result)).toEqual(['orderId', 'orderLinkId'])
    const byId = await readOrder(body.result.orderId)
    expect(byId).toMatchObject({ orderStatus: 'Filled', cumExecQty: '0.010', leavesQty: '0.000', timeInForce: 'IOC' })
    const byName = await readResult('/v5/order/realtime', { symbol: 'BTCUSDT', orderLinkId: 'mine-1' })
    expect(byName.list).toEqual([byId])
    const fills: Record<string, string>[] = (await readResult('/v5/execution/list', { orderId: body.result.orderId }))
      .list
    expect([...new Set(fills.map(({ execType, orderLinkId }) => `${execType} ${orderLinkId}`))]).toEqual([
      'Trade mine-1',
    ])
    expect(fills.reduce((sum, { execQty }) => sum + Number(execQty), 0)).toBeCloseTo(0.01, 9)
    expect(fills.filter(({ leavesQty }) => leavesQty === '0.000')).toHaveLength(1)
  })

  it('never has an id that was used before', async () => {
    const named = { ...(await limitAt(0.98)), orderLinkId: 'once' }
    expect((await create(named)).body.retCode).toBe(0)
    expect((await create(named)).body.retCode).toBe(110072)
    await stage.post('/v5/order/cancel', { ...BTC, orderLinkId: 'once' })
    expect((await create(named)).body.retCode).toBe(110072)
  })

  it('that only reduces is capped at the position size', async () => {
    await create(BUY)
    const { result } = (await create({ ...SELL, qty: '5' })).body
    expect(await readOrder(result.orderId)).toMatchObject({ qty: '0.010', orderStatus: 'Filled', reduceOnly: true })
  })

  it('is listed as open until it ends, and then as closed, and in the history', async () => {
    const { orderId } = (await create(await limitAt(0.98))).body.result
    const lists = async () => {
      const open = await readResult('/v5/order/realtime', { settleCoin: 'USDT' })
      const closed = await readResult('/v5/order/realtime', { symbol: 'BTCUSDT', openOnly: 1 })
      const history = await readResult('/v5/order/history', { symbol: 'BTCUSDT', orderStatus: 'Cancelled' })
      return [open, closed, history].map(({ list }) => list.some((one: { orderId: string }) => one.orderId === orderId))
    }
    expect(await lists()).toEqual([true, false, false])
    await stage.post('/v5/order/cancel', { ...BTC, orderId })
    expect(await lists()).toEqual([false, true, true])
    expect((await stage.post('/v5/order/cancel', { ...BTC, orderId })).body.retCode).toBe(110001)
  })

  it('is part of a paginated list', async () => {
    const price = await limitAt(0.97)
    for (let count = 0; count < 5; count++) await create(price)
    const orderIds: string[] = []
    let cursor = ''
    do {
      const page = await readResult('/v5/order/realtime', { symbol: 'BTCUSDT', limit: 2, cursor })
      orderIds.push(...page.list.map((one: { orderId: string }) => one.orderId))
      cursor = page.nextPageCursor
    } while (cursor !== '')
    expect(new Set(orderIds).size).toBe(5)
  })

  it('is changed under its ids when it rests in the order book', async () => {
    const listener = await stage.listenPrivately('order')
    const { orderId } = (await create(await limitAt(0.98))).body.result
    const { price } = await limitAt(0.97)
    const amend = (params: object) => stage.post('/v5/order/amend', { ...BTC, orderId, ...params })
    expect((await amend({ qty: '0.020', price })).body).toMatchObject({ retCode: 0, result: { orderId } })
    const isChanged = (row: { orderId: string; qty: string }) => row.orderId === orderId && row.qty === '0.020'
    const message = await listener.until(({ topic, data }) => topic === 'order' && data.some(isChanged))
    expect(message.data.find(isChanged)).toMatchObject({ orderStatus: 'New', leavesQty: '0.020' })
    const [open] = (await readResult('/v5/order/realtime', { symbol: 'BTCUSDT', orderId })).list
    expect([open.orderId, open.qty, Number(open.price)]).toEqual([orderId, '0.020', Number(price)])
    for (const [retCode, params] of [
      [10001, { qty: '0.020' }],
      [10001, { qty: '0.0201' }],
      [110003, { price: '1000000' }],
      [110007, { qty: '90' }],
      [110001, { orderId: 'nobody', qty: '0.030' }],
    ] as const) {
      expect([retCode, (await amend(params)).body.retCode]).toEqual([retCode, retCode])
    }
    listener.socket.close()
  })

  it('accepts up to twenty in one request, each answered separately', async () => {
    const { category, ...first } = await limitAt(0.97)
    const batch = (path: string, request: readonly object[]) =>
      stage.post(`/v5/order/${path}-batch`, { category: 'linear', request })
    const placed = (
      await batch('create', [
        { ...first, orderLinkId: 'b1' },
        { ...first, qty: '-1' },
      ])
    ).body
    expect(placed.result.list).toMatchObject([
      { category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'b1', createAt: expect.stringMatching(/^\d{13}$/) },
      { orderId: '', orderLinkId: '', createAt: '' },
    ])
    expect(placed.retExtInfo.list.map(({ code }: { code: number }) => code)).toEqual([0, 10001])
    const named = { symbol: 'BTCUSDT', orderLinkId: 'b1' }
    const changed = (
      await batch('amend', [
        { ...named, qty: '0.030' },
        { ...named, orderLinkId: 'b2' },
      ])
    ).body
    expect(changed.retExtInfo.list).toEqual([
      { code: 0, msg: 'OK' },
      { code: 110001, msg: 'order not exists or too late to cancel' },
    ])
    const gone = (await batch('cancel', [named, named])).body
    expect(gone.retExtInfo.list.map(({ code }: { code: number }) => code).sort()).toEqual([0, 110001])
    expect(
      (
        await batch(
          'cancel',
          Array.from({ length: 21 }, () => named),
        )
      ).body.retCode,
    ).toBe(10001)
    expect((await batch('create', [])).body.retCode).toBe(10001)
  })
})

describe('rejected requests', () => {
  const LIMIT = { ...BUY, orderType: 'Limit', price: '30000' }
  const STOP = { ...SELL, reduceOnly: false, triggerPrice: '30000', triggerDirection: 2 }
  it.each([
    [10001, { ...BUY, category: 'spot' }],
    [10001, { ...BUY, category: 'what' }],
    [10001, { ...BUY, symbol: 'NOPEUSDT' }],
    [10001, { ...BUY, side: 'BUY' }],
    [10001, { ...BUY, orderType: 'Pegged' }],
    [10001, { ...BUY, qty: '0.0001' }],
    [10001, { ...BUY, qty: '-1' }],
    [10001, { ...BUY, qty: '1e-3' }],
    [10001, { ...BUY, qty: '0' }],
    [10001, { ...BUY, qty: '121' }],
    [10001, { ...BUY, positionIdx: 1 }],
    [10001, { ...BUY, orderLinkId: 'with space' }],
    [10001, { ...BUY, orderLinkId: 'x'.repeat(37) }],
    [10001, { ...LIMIT, price: '30000.05' }],
    [10001, { ...LIMIT, timeInForce: 'GTX' }],
    [110003, { ...LIMIT, price: '1000000' }],
    [110003, { ...LIMIT, side: 'Sell', price: '1000' }],
    [110007, { ...BUY, qty: '10' }],
    [110017, SELL],
    [110094, { ...BUY, symbol: 'ETHUSDT', qty: '0.001' }],
    [110092, { ...STOP, triggerDirection: 1 }],
    [110093, { ...STOP, triggerPrice: '900000' }],
    [10001, { ...STOP, triggerDirection: 3 }],
    [10001, { ...STOP, orderType: 'Limit', price: '30000' }],
    [110057, { ...STOP, stopLoss: '20000' }],
    [110017, { ...STOP, reduceOnly: true }],
    [10001, { ...BUY, stopLoss: '900000' }],
    [10001, { ...BUY, takeProfit: '1000' }],
    [10001, { ...BUY, stopLoss: '30000', tpslMode: 'Partial' }],
  ] as const)('%i %o', async (code, params) => {
    expect((await create(params)).body.retCode).toBe(code)
  })

  it.each([
    ['/v5/order/realtime', {}],
    ['/v5/order/realtime', { symbol: 'NOPEUSDT', limit: 'x' }],
    ['/v5/position/list', {}],
    ['/v5/execution/list', { startTime: 0, endTime: 8 * 86_400_000 }],
    ['/v5/account/wallet-balance', { accountType: 'SPOT' }],
  ] as const)('%s %o', async (path, params) => {
    expect((await stage.get(path, { category: 'linear', ...params })).body.retCode).toBe(10001)
  })

  it('none for categories without instruments', async () => {
    for (const category of ['spot', 'inverse', 'option']) {
      const { body } = await stage.open('/v5/market/instruments-info', { category })
      expect([body.retCode, body.result.list]).toEqual([0, []])
      expect((await stage.get('/v5/position/list', { category })).body.result.list).toEqual([])
    }
    expect((await stage.open('/v5/market/tickers')).body.retCode).toBe(10001)
    expect((await stage.open('/v5/market/nothing')).status).toBe(404)
  })
})

describe('the account', () => {
  it('is consistent', async () => {
    await create(BUY)
    await create({ ...SELL, qty: '0.001' })
    const [position] = (await readResult('/v5/position/list', { symbol: 'BTCUSDT' })).list
    expect(position).toMatchObject({ side: 'Buy', size: '0.009', positionIdx: 0, positionStatus: 'Normal' })
    const executions = (await readResult('/v5/execution/list', { symbol: 'BTCUSDT', limit: 100 })).list
    const log = (await readResult('/v5/account/transaction-log', { limit: 50 })).list
    expect(log[0]).toMatchObject({ type: 'TRADE', size: '0.009', qty: '0.001', tradeId: executions[0].execId })
    const [wallet] = (await readResult('/v5/account/wallet-balance', { accountType: 'UNIFIED' })).list
    expect(log[0].cashBalance).toBe(wallet.coin[0].walletBalance)
    expect(Number(wallet.totalEquity)).toBeCloseTo(Number(wallet.totalWalletBalance) + Number(wallet.totalPerpUPL), 6)
    expect(Number(position.positionIM)).toBeCloseTo(Number(wallet.coin[0].totalPositionIM), 6)
    const [last, first] = log
    expect(Number(last.cashBalance)).toBeCloseTo(Number(first.cashBalance) + Number(last.change), 8)
  })

  it('retains a leverage that was set, and rejects one that is not allowed', async () => {
    const set = (leverage: string, sellLeverage = leverage) =>
      stage.post('/v5/position/set-leverage', { ...BTC, buyLeverage: leverage, sellLeverage })
    expect((await set('50')).body.retCode).toBe(0)
    expect((await readResult('/v5/position/list', { symbol: 'BTCUSDT' })).list[0].leverage).toBe('50')
    const codes = [await set('50'), await set('126'), await set('0'), await set('2.5'), await set('20', '30')]
    expect(codes.map(({ body }) => body.retCode)).toEqual([110043, 110013, 10001, 10001, 10001])
    expect((await create({ ...BUY, qty: '100' })).body.retCode).toBe(110090)
    const mode = (wanted: number) => stage.post('/v5/position/switch-mode', { ...BTC, mode: wanted })
    expect([(await mode(0)).body.retCode, (await mode(3)).body.retCode]).toEqual([110025, 110029])
  })

  it('returns the permissions of its key', async () => {
    const { result } = (await stage.get('/v5/user/query-api')).body
    expect(result).toMatchObject({
      readOnly: 0,
      permissions: { ContractTrade: ['Order', 'Position'], Wallet: [], Spot: [] },
      ips: ['127.0.0.1'],
      uta: 1,
    })
    const { marginMode, unifiedMarginStatus } = (await stage.get('/v5/account/info')).body.result
    expect([marginMode, unifiedMarginStatus]).toEqual(['REGULAR_MARGIN', 6])
  })
})
