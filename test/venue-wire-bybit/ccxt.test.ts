import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BybitStage, openBybitStage } from './bybit-stage.ts'
import { type CcxtBybit, ccxtBybitAt } from './ccxt-client.ts'

const BTC = 'BTC/USDT:USDT'

let stage: BybitStage
let client: CcxtBybit
beforeAll(async () => {
  stage = await openBybitStage()
  client = await ccxtBybitAt(stage.url)
  await client.loadMarkets()
})
afterAll(async () => {
  await client.close()
  await stage.close()
})

const readBid = async (): Promise<number> => Number((await client.fetchOrderBook(BTC, 5)).bids[0]?.[0])

const orderById = (id: string | undefined) => client.fetchOrder(String(id), BTC, { acknowledged: true })

describe('ccxt, unmodified, reads the market', () => {
  it('with its instruments and their steps', () => {
    expect(client.symbols).toEqual([BTC, 'ETH/USDT:USDT', 'SOL/USDT:USDT'])
    expect(client.market(BTC)).toMatchObject({ swap: true, linear: true, contractSize: 1, active: true })
    expect(client.market(BTC).precision).toMatchObject({ price: 0.1, amount: 0.001 })
    expect(client.market(BTC).limits).toMatchObject({ cost: { min: 5 }, leverage: { min: 1, max: 125 } })
  })

  it('with tickers, book, candles, trades and funding', async () => {
    const ticker = await client.fetchTicker(BTC)
    expect(ticker.last).toBeGreaterThan(0)
    expect([ticker.markPrice, ticker.indexPrice, ticker.bid].every((price) => Number(price) > 1_000)).toBe(true)
    expect(Object.keys(await client.fetchTickers())).toHaveLength(3)
    const book = await client.fetchOrderBook(BTC, 10)
    expect(book.bids).toHaveLength(10)
    expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]))
    expect(await client.fetchOHLCV(BTC, '1m', undefined, 100)).toHaveLength(100)
    const since = Date.now() - 6 * 86_400_000
    const hours = await client.fetchOHLCV(BTC, '1h', since, 24)
    expect(hours).toHaveLength(24)
    expect(Number(hours[0]?.[0])).toBeGreaterThanOrEqual(since)
    expect(await client.fetchMarkOHLCV(BTC, '1h', undefined, 24)).toHaveLength(24)
    expect((await client.fetchTrades(BTC, undefined, 5)).length).toBeGreaterThan(0)
    expect((await client.fetchFundingRate(BTC)).markPrice).toBeGreaterThan(0)
    expect(await client.fetchFundingRateHistory(BTC, undefined, 3)).toHaveLength(3)
    expect((await client.fetchOpenInterest(BTC)).openInterestAmount).toBeGreaterThan(0)
    const beforeMs = Date.now()
    const exchangeTimeMs = Number(await client.fetchTime())
    expect(exchangeTimeMs).toBeGreaterThanOrEqual(beforeMs)
    expect(exchangeTimeMs).toBeLessThanOrEqual(Date.now())
  })
})

describe('ccxt, unmodified, trades', () => {
  it('goes long with a stop attached, which follows the position and ends with it', async () => {
    const before = Number((await client.fetchBalance()).USDT?.total)
    const params = { stopLoss: { triggerPrice: 30_000 }, slTriggerBy: 'MarkPrice', clientOrderId: 'entry-1' }
    const entry = await client.createOrder(BTC, 'market', 'buy', 0.01, undefined, params)
    expect(entry.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await orderById(entry.id)).toMatchObject({ status: 'closed', filled: 0.01, clientOrderId: 'entry-1' })
    const [position] = await client.fetchPositions([BTC])
    expect(position).toMatchObject({ side: 'long', contracts: 0.01, hedged: false, stopLossPrice: 30_000 })
    const stops = () => client.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })
    await expect.poll(stops).toHaveLength(1)
    const [stop] = await stops()
    expect(stop).toMatchObject({ side: 'sell', amount: 0.01, stopLossPrice: 30_000, reduceOnly: true, status: 'open' })
    expect(stop?.clientOrderId).toBeUndefined()
    await client.createOrder(BTC, 'market', 'buy', 0.005)
    expect((await stops()).map(({ id, amount }) => [id, amount])).toEqual([[stop?.id, 0.015]])
    const exit = await client.createOrder(BTC, 'market', 'sell', 0.015, undefined, { reduceOnly: true })
    expect(await stops()).toEqual([])
    expect((await orderById(stop?.id)).status).toBe('canceled')
    expect((await client.fetchPositions()).filter(({ contracts }) => contracts !== 0)).toEqual([])
    const trades = await client.fetchMyTrades(BTC)
    expect(trades.map(({ order }) => order)).toEqual(expect.arrayContaining([entry.id, exit.id]))
    expect((await client.fetchOrderTrades(String(exit.id), BTC)).map(({ order }) => order)).toEqual([exit.id])
    const earned = (await client.fetchLedger()).reduce(
      (sum, { direction, amount }) => sum + (direction === 'in' ? Number(amount) : -Number(amount)),
      0,
    )
    expect(Number((await client.fetchBalance()).USDT?.total)).toBeCloseTo(before + earned, 6)
  })

  it('places every type of limit order, and cancels them one by one and together', async () => {
    const bid = await readBid()
    const low = Math.floor(bid * 0.98)
    const resting = await client.createOrder(BTC, 'limit', 'buy', 0.01, low, { clientOrderId: 'low-1' })
    const maker = await client.createOrder(BTC, 'limit', 'buy', 0.01, low, { postOnly: true })
    const taker = await client.createOrder(BTC, 'limit', 'buy', 0.01, Math.ceil(bid * 1.02), { postOnly: true })
    const killed = await client.createOrder(BTC, 'limit', 'buy', 0.01, low, { timeInForce: 'IOC' })
    const whole = await client.createOrder(BTC, 'limit', 'buy', 0.01, low, { timeInForce: 'FOK' })
    expect((await client.fetchOpenOrders(BTC)).map(({ id }) => id)).toEqual([resting.id, maker.id])
    expect(await orderById(maker.id)).toMatchObject({ status: 'open', timeInForce: 'PO' })
    expect((await orderById(taker.id)).info).toMatchObject({
      orderStatus: 'Cancelled',
      rejectReason: 'EC_PostOnlyWillTakeLiquidity',
    })
    expect([(await orderById(killed.id)).status, (await orderById(whole.id)).status]).toEqual(['canceled', 'canceled'])
    await client.cancelOrder('', BTC, { orderLinkId: 'low-1' })
    expect((await orderById(resting.id)).status).toBe('canceled')
    expect((await client.cancelAllOrders(BTC)).map(({ id }) => id)).toEqual([maker.id])
    expect(await client.fetchOpenOrders()).toEqual([])
    expect((await client.fetchCanceledOrders(BTC)).map(({ id }) => id)).toContain(maker.id)
    await expect(client.cancelOrder(String(maker.id), BTC)).rejects.toMatchObject({ name: 'OrderNotFound' })
  })

  it('places a stop by the mark price, changes it, and cancels it', async () => {
    await client.createOrder(BTC, 'market', 'buy', 0.01)
    const params = { stopLossPrice: 30_000, triggerBy: 'MarkPrice', clientOrderId: 'stop-1' }
    const stop = await client.createOrder(BTC, 'market', 'sell', 0.01, undefined, params)
    expect((await orderById(stop.id)).info).toMatchObject({
      orderStatus: 'Untriggered',
      stopOrderType: 'Stop',
      createType: 'CreateByStopOrder',
      triggerBy: 'MarkPrice',
      triggerDirection: 2,
    })
    await client.editOrder(String(stop.id), BTC, 'market', 'sell', undefined, undefined, { triggerPrice: 31_000 })
    expect(await orderById(stop.id)).toMatchObject({ triggerPrice: 31_000, clientOrderId: 'stop-1', status: 'open' })
    await client.cancelAllOrders(BTC, { trigger: true })
    expect((await orderById(stop.id)).info).toMatchObject({ orderStatus: 'Deactivated', cancelType: 'CancelByUser' })
    await client.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
  })

  it('changes a limit order, and places, changes and cancels several in one request', async () => {
    const price = Math.floor(Number((await client.fetchTicker(BTC)).last) * 0.97)
    const order = { symbol: BTC, type: 'limit', side: 'buy', amount: 0.01, price } as const
    const placed = await client.createOrders([order, order])
    const [first, second] = placed.map(({ id }) => String(id))
    expect((await client.editOrder(String(first), BTC, 'limit', 'buy', 0.02, price - 100)).id).toBe(first)
    const changes = [{ ...order, id: String(second), amount: 0.03 }]
    await client.editOrders(changes)
    const open = await client.fetchOpenOrders(BTC)
    expect(open.map(({ id, amount }) => [id, amount]).sort()).toEqual(
      [
        [first, 0.02],
        [second, 0.03],
      ].sort(),
    )
    await client.cancelOrders([String(first), String(second)], BTC)
    expect(await client.fetchOpenOrders(BTC)).toEqual([])
  })

  it('sets leverage, and receives the code for an unchanged setting', async () => {
    await client.setLeverage(10, BTC)
    expect((await client.fetchLeverage(BTC)).longLeverage).toBe(10)
    await expect(client.setLeverage(10, BTC)).rejects.toThrow('110043')
    await client.setMarginMode('cross')
    await expect(client.setPositionMode(false, BTC)).rejects.toMatchObject({ name: 'NoChange' })
    const tiers = await client.fetchLeverageTiers([BTC])
    expect(tiers[BTC]?.[0]).toMatchObject({ maintenanceMarginRate: 0.004, maxLeverage: 125, maxNotional: 50_000 })
    expect((await client.fetchTradingFee(BTC)).taker).toBe(0.0005)
  })

  it('receives the reason for a rejection', async () => {
    await expect(client.createOrder(BTC, 'market', 'buy', 10)).rejects.toMatchObject({ name: 'InsufficientFunds' })
    const closing = client.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
    await expect(closing).rejects.toThrow('110017')
  })
})

describe('ccxt, unmodified, watches', () => {
  it('order books, trades, tickers and candles', async () => {
    const book = await client.watchOrderBook(BTC)
    const first = Number(book.timestamp)
    while (Number((await client.watchOrderBook(BTC)).timestamp) <= first);
    expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]))
    expect((await client.watchTrades(BTC)).length).toBeGreaterThan(0)
    const ticker = await client.watchTicker(BTC)
    expect([ticker.last, (await client.watchTicker(BTC)).last].every((last) => Number(last) > 1_000)).toBe(true)
    expect((await client.watchOHLCV(BTC, '1m')).length).toBeGreaterThan(0)
  })

  it('its orders, executions, positions and balance', async () => {
    client.options.watchPositions = { fetchPositionsSnapshot: false, awaitPositionsSnapshot: false }
    const updates = Promise.all([
      client.watchOrders(BTC),
      client.watchMyTrades(BTC),
      client.watchPositions([BTC]),
      client.watchBalance(),
    ])
    const isListening = (): boolean =>
      Object.values(client.clients).some(
        ({ url, subscriptions }) => url.includes('private') && 'balances:unified' in subscriptions,
      )
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 60_000 })
    await client.fetchTime()
    const sent = await client.createOrder(BTC, 'market', 'buy', 0.01)
    const [orders, fills, positions, balance] = await updates
    expect([orders[0]?.id, orders[0]?.status, fills[0]?.order]).toEqual([sent.id, 'closed', sent.id])
    expect(positions.map(({ symbol, contracts, entryPrice }) => [symbol, contracts, Number(entryPrice) > 0])).toEqual([
      [BTC, 0.01, true],
    ])
    expect(balance.USDT?.total).toBeGreaterThan(9_000)
    await client.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
  })
})
