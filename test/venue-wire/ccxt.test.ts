import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CcxtClient, ccxtAt } from './ccxt-client.ts'
import { openStage, type VenueStage } from './venue-stage.ts'

const BTC = 'BTC/USDT:USDT'

let stage: VenueStage
let client: CcxtClient
beforeAll(async () => {
  stage = await openStage()
  client = await ccxtAt(stage.url)
  await client.loadMarkets()
})
afterAll(async () => {
  await client.close()
  await stage.close()
})

const readBid = async (): Promise<number> => Number((await client.fetchOrderBook(BTC, 5)).bids[0]?.[0])

describe('ccxt, unmodified, reads the market', () => {
  it('with its instruments and their steps', () => {
    expect(client.symbols).toEqual([BTC, 'ETH/USDT:USDT', 'SOL/USDT:USDT'])
    expect(client.market(BTC)).toMatchObject({ swap: true, linear: true, contractSize: 1, active: true })
    expect(client.market(BTC).precision).toMatchObject({ price: 0.1, amount: 0.001 })
    expect(client.market(BTC).limits.cost?.min).toBe(5)
  })

  it('with ticker, order book, candles, trades and funding', async () => {
    const [ticker, book] = [await client.fetchTicker(BTC), await client.fetchOrderBook(BTC, 10)]
    expect(ticker.last).toBeGreaterThan(0)
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
    expect((await client.fetchFundingRateHistory(BTC, undefined, 3)).map(({ symbol }) => symbol)).toEqual([
      BTC,
      BTC,
      BTC,
    ])
    const beforeMs = Date.now()
    const exchangeTimeMs = Number(await client.fetchTime())
    expect(exchangeTimeMs).toBeGreaterThanOrEqual(beforeMs)
    expect(exchangeTimeMs).toBeLessThanOrEqual(Date.now())
  })

  it('with index and premium candles, historical open interest, and long/short ratios', async () => {
    const range = { until: Date.now() - 3_600_000 }
    const [index, mark] = [
      await client.fetchIndexOHLCV(BTC, '1h', undefined, 5, range),
      await client.fetchMarkOHLCV(BTC, '1h', undefined, 5, range),
    ]
    expect(index).toHaveLength(5)
    for (const [at, row] of index.entries()) {
      const [openMs, open, high, low] = row.map(Number)
      expect(openMs).toBe(mark[at]?.[0])
      expect(low).toBeLessThanOrEqual(Number(open))
      expect(high).toBeGreaterThanOrEqual(Number(open))
      expect(Math.abs(Number(open) / Number(mark[at]?.[1]) - 1)).toBeLessThan(0.01)
    }
    const premium = await client.fetchPremiumIndexOHLCV(BTC, '5m', undefined, 3)
    expect(premium.every(([, open]) => Math.abs(Number(open)) < 0.01)).toBe(true)
    const interest = await client.fetchOpenInterestHistory(BTC, '5m', undefined, 4)
    expect(interest).toHaveLength(4)
    expect(Number(interest[0]?.openInterestValue)).toBeGreaterThan(Number(interest[0]?.openInterestAmount))
    const ratios = await client.fetchLongShortRatioHistory(BTC, '1h', undefined, 4)
    expect(ratios.map(({ symbol }) => symbol)).toEqual([BTC, BTC, BTC, BTC])
    const [taker] = await client.fapiDataGetTakerlongshortRatio({ symbol: 'BTCUSDT', period: '1h', limit: 1 })
    expect(Number(taker.buyVol) / Number(taker.sellVol)).toBeCloseTo(Number(taker.buySellRatio), 2)
    const hour = { interval: '1h', endTime: range.until, limit: 1 }
    const continuous = { ...hour, pair: 'BTCUSDT', contractType: 'PERPETUAL' }
    expect(await client.fapiPublicGetContinuousKlines(continuous)).toEqual(
      await client.fapiPublicGetKlines({ ...hour, symbol: 'BTCUSDT' }),
    )
  })

  it('and receives the exchange’s message for what does not exist', async () => {
    await expect(client.fapiPublicGetLvtKlines({ symbol: 'BTCUSDT', interval: '1m' })).rejects.toThrow(
      '{"code":-5000,"msg":"Path /fapi/v1/lvtKlines, Method GET is invalid"}',
    )
    await expect(
      client.createOrder(BTC, 'market', 'buy', 0.01, undefined, { clientOrderId: 'white space' }),
    ).rejects.toThrow("Illegal characters found in parameter 'newClientOrderId'; legal range is")
    await expect(client.fapiDataGetOpenInterestHist({ symbol: 'BTCUSDT', period: '5m', startTime: 1 })).rejects.toThrow(
      "parameter 'startTime' is invalid.",
    )
  })
})

describe('ccxt, unmodified, trades', () => {
  it('goes long, protects it, and closes it', async () => {
    const before = Number((await client.fetchBalance()).USDT?.total)
    const entry = await client.createOrder(BTC, 'market', 'buy', 0.01, undefined, { clientOrderId: 'entry-1' })
    expect(entry).toMatchObject({ status: 'closed', filled: 0.01, clientOrderId: 'entry-1' })
    expect(entry.id).toMatch(/^\d{19}$/)
    const [position] = await client.fetchPositions([BTC])
    expect(position).toMatchObject({ side: 'long', contracts: 0.01, hedged: false, marginMode: 'cross' })
    const stop = await client.createOrder(BTC, 'market', 'sell', 0.01, undefined, {
      stopLossPrice: 30_000,
      reduceOnly: true,
      workingType: 'MARK_PRICE',
    })
    expect(stop).toMatchObject({ status: 'open', triggerPrice: 30_000 })
    expect(await client.fetchOpenOrders(BTC)).toEqual([])
    const waiting = await client.fetchOpenOrders(BTC, undefined, undefined, { trigger: true })
    expect(waiting.map(({ id }) => id)).toEqual([stop.id])
    expect((await client.fetchOrder(String(stop.id), BTC, { trigger: true })).status).toBe('open')
    await client.cancelOrder(String(stop.id), BTC, { trigger: true })
    const exit = await client.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
    expect(exit).toMatchObject({ status: 'closed', filled: 0.01 })
    expect((await client.fetchPositions([BTC])).filter(({ contracts }) => contracts !== 0)).toEqual([])
    const trades = await client.fetchMyTrades(BTC)
    expect(trades.map(({ order }) => order)).toEqual(expect.arrayContaining([entry.id, exit.id]))
    const earned = (await client.fetchLedger()).reduce(
      (sum, { direction, amount }) => sum + (direction === 'in' ? Number(amount) : -Number(amount)),
      0,
    )
    expect(Number((await client.fetchBalance()).USDT?.total)).toBeCloseTo(before + earned, 4)
  })

  it('places every type of limit order, and cancels them one by one and together', async () => {
    const price = Math.floor((await readBid()) * 0.98)
    const resting = await client.createOrder(BTC, 'limit', 'buy', 0.01, price)
    const maker = await client.createOrder(BTC, 'limit', 'buy', 0.01, price, { postOnly: true })
    expect([resting.status, maker.status, maker.postOnly]).toEqual(['open', 'open', true])
    const killed = await client.createOrder(BTC, 'limit', 'buy', 0.01, price, { timeInForce: 'IOC' })
    const whole = await client.createOrder(BTC, 'limit', 'buy', 0.01, price, { timeInForce: 'FOK' })
    expect([killed.status, whole.status]).toEqual(['expired', 'expired'])
    expect((await client.cancelOrder(String(resting.id), BTC)).status).toBe('canceled')
    await client.cancelAllOrders(BTC)
    expect(await client.fetchOpenOrders(BTC)).toEqual([])
    expect((await client.fetchOrder(String(resting.id), BTC)).status).toBe('canceled')
    const byName = await client.fetchOrder('', BTC, { clientOrderId: maker.clientOrderId })
    expect(byName.id).toBe(maker.id)
  })

  it('places several in one request', async () => {
    const price = Math.floor((await readBid()) * 0.98)
    const order = { symbol: BTC, type: 'limit', side: 'buy', amount: 0.01, price } as const
    const placed = await client.createOrders([order, order])
    expect(placed.map(({ status }) => status)).toEqual(['open', 'open'])
    await client.cancelOrders(
      placed.map(({ id }) => String(id)),
      BTC,
    )
    expect(await client.fetchOpenOrders(BTC)).toEqual([])
  })

  it('changes a limit order, and several in one request', async () => {
    const price = Math.floor((await readBid()) * 0.97)
    const order = { symbol: BTC, type: 'limit', side: 'buy', amount: 0.01, price } as const
    const [first, second] = await client.createOrders([order, order])
    const changed = await client.editOrder(String(first?.id), BTC, 'limit', 'buy', 0.02, price - 100)
    expect(changed).toMatchObject({ id: first?.id, amount: 0.02, price: price - 100, status: 'open' })
    const both = await client.editOrders(
      [first, second].map((one) => ({ ...order, id: String(one?.id), amount: 0.03, price: price - 200 })),
    )
    expect(both.map(({ id, amount }) => [id, amount])).toEqual([
      [first?.id, 0.03],
      [second?.id, 0.03],
    ])
    await expect(client.editOrder('1', BTC, 'limit', 'buy', 0.02, price)).rejects.toThrow('"code":-2013')
    await client.cancelAllOrders(BTC)
  })

  it('sets leverage, and receives the codes for unchanged margin and position modes', async () => {
    await client.setLeverage(10, BTC)
    expect((await client.fetchLeverage(BTC)).longLeverage).toBe(10)
    await expect(client.setMarginMode('cross', BTC)).rejects.toMatchObject({ name: 'MarginModeAlreadySet' })
    await expect(client.setPositionMode(false)).rejects.toThrow('-4059')
    expect((await client.fetchPositionMode()).hedged).toBe(false)
    const tiers = await client.fetchLeverageTiers([BTC])
    expect(tiers[BTC]?.[0]).toMatchObject({ maintenanceMarginRate: 0.004, maxLeverage: 125 })
    expect((await client.fetchTradingFee(BTC)).taker).toBe(0.0005)
  })

  it('receives the reason for a rejection', async () => {
    await expect(client.createOrder(BTC, 'market', 'buy', 100)).rejects.toThrow('-2019')
    await expect(client.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })).rejects.toThrow(
      '-2022',
    )
    await expect(client.cancelOrder('1234567890123456789', BTC)).rejects.toMatchObject({ name: 'OrderNotFound' })
  })
})

describe('ccxt, unmodified, watches', () => {
  it('order books, trades, tickers and candles', async () => {
    const book = await client.watchOrderBook(BTC)
    const first = Number(book.nonce)
    while (Number((await client.watchOrderBook(BTC)).nonce) <= first);
    expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]))
    expect((await client.watchTrades(BTC)).length).toBeGreaterThan(0)
    expect((await client.watchTicker(BTC)).last).toBeGreaterThan(0)
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
        ({ url, connection }) => url.includes('listenKey') && connection?.readyState === 1,
      )
    await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 60_000 })
    const sent = await client.createOrder(BTC, 'market', 'buy', 0.01)
    const [orders, fills, positions, balance] = await updates
    expect([orders[0]?.id, fills[0]?.order]).toEqual([sent.id, sent.id])
    expect(positions.map(({ symbol, contracts }) => [symbol, contracts])).toEqual([[BTC, 0.01]])
    expect(balance.USDT?.total).toBeGreaterThan(9_000)
    await client.createOrder(BTC, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
  })
})
