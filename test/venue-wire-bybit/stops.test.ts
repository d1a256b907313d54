import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_WIRE_FAULTS } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { fastClock } from '../venue-wire/venue-stage.ts'
import { type BybitStage, openBybitStage } from './bybit-stage.ts'

/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 }

const BTC = { category: 'linear', symbol: 'BTCUSDT' }
const BUY = { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.010' }
const SELL = { ...BUY, side: 'Sell', reduceOnly: true }
const STOPPED = { ...BUY, stopLoss: '30000', slTriggerBy: 'MarkPrice' }

let stage: BybitStage
beforeAll(async () => {
  stage = await openBybitStage()
})
afterAll(() => stage.close())

const create = (params: object, at = stage) => at.post('/v5/order/create', { ...params })
const tradingStop = (params: object, at = stage) =>
  at.post('/v5/position/trading-stop', { ...BTC, tpslMode: 'Full', positionIdx: 0, ...params })
const readStops = async (at = stage) =>
  (await at.get('/v5/order/realtime', { ...BTC, orderFilter: 'StopOrder' })).body.result.list
const readPosition = async (at = stage) => (await at.get('/v5/position/list', BTC)).body.result.list[0]
const readMark = async (at = stage): Promise<number> =>
  Number((await at.open('/v5/market/tickers', BTC)).body.result.list[0].markPrice)

const stopsBecome = (count: number, at = stage) =>
  vi.waitFor(async () => {
    const stops = await readStops(at)
    expect(stops).toHaveLength(count)
    return stops
  }, SOON)

beforeEach(async () => {
  await stage.post('/v5/order/cancel-all', BTC)
  await create({ ...SELL, qty: '0', closeOnTrigger: true })
})

describe('a stop attached to an entry', () => {
  it('is an order of the exchange itself, covers the full position, and ends with it', async () => {
    await create(STOPPED)
    const [stop] = await stopsBecome(1)
    expect(stop).toMatchObject({
      stopOrderType: 'StopLoss',
      createType: 'CreateByStopLoss',
      orderLinkId: '',
      orderStatus: 'Untriggered',
      triggerPrice: '30000.00',
      triggerBy: 'MarkPrice',
      triggerDirection: 2,
      side: 'Sell',
      qty: '0.010',
      reduceOnly: true,
      closeOnTrigger: true,
      tpslMode: 'Full',
    })
    expect((await readPosition()).stopLoss).toBe('30000.00')
    await create({ ...SELL, qty: '0.004' })
    expect((await readStops()).map(({ orderId, qty }: Record<string, string>) => [orderId, qty])).toEqual([
      [stop.orderId, '0.006'],
    ])
    await create({ ...SELL, qty: '0.006' })
    expect([await readStops(), (await readPosition()).stopLoss]).toEqual([[], ''])
    const [closed] = (await stage.get('/v5/order/history', { ...BTC, orderId: stop.orderId })).body.result.list
    expect(closed).toMatchObject({ orderStatus: 'Deactivated', cancelType: 'CancelByTpSlTsClear' })
  })

  it('is reported when it is created, grows and ends', async () => {
    const listener = await stage.listenPrivately('order', 'position')
    const least = { qty: '0.001' }
    await create({ ...STOPPED, ...least })
    await stopsBecome(1)
    await create({ ...BUY, ...least })
    await create({ ...SELL, qty: '0.002' })
    const updates = () =>
      listener.messages
        .filter(({ topic, data }) => topic === 'order' && data[0].stopOrderType === 'StopLoss')
        .map(({ data }) => `${data[0].orderStatus} ${data[0].qty}`)
    await listener.until(({ data }) => data?.[0]?.orderStatus === 'Deactivated')
    expect(updates().slice(0, 2)).toEqual(['Untriggered 0.001', 'Untriggered 0.002'])
    expect(updates().at(-1)).toBe('Deactivated 0.000')
    await listener.until(({ topic, data }) => topic === 'position' && data[0].size === '0.000')
    const positions = listener.messages.filter(({ topic }) => topic === 'position').map(({ data }) => data[0])
    const sizes = positions.map(({ size, stopLoss }) => [size, stopLoss])
    expect(sizes.slice(0, 2)).toEqual([
      ['0.001', '30000.00'],
      ['0.002', '30000.00'],
    ])
    expect(sizes.at(-1)).toEqual(['0.000', ''])
    listener.socket.close()
  })

  it('is created with the first fill of a resting order', async () => {
    const price = ((await readMark()) * 0.98).toFixed(1)
    await create({ ...STOPPED, orderType: 'Limit', price })
    expect(await readStops()).toEqual([])
    await create(BUY)
    expect((await readPosition()).stopLoss).toBe('')
  })

  it('replaces the existing one, under its id', async () => {
    await create({ ...STOPPED, takeProfit: '900000' })
    const before = await stopsBecome(2)
    await create({ ...STOPPED, stopLoss: '31000' })
    await expect.poll(async () => (await readPosition()).stopLoss).toBe('31000.00')
    const [stop, take] = ['StopLoss', 'TakeProfit'].map(
      (type) => before.find((one: Record<string, string>) => one.stopOrderType === type).orderId,
    )
    const readPrices = async () =>
      Object.fromEntries((await readStops()).map((one: Record<string, string>) => [one.orderId, one.triggerPrice]))
    await expect.poll(readPrices).toEqual({ [stop]: '31000.00', [take]: '900000.00' })
  })

  it('is no longer created once it is cancelled', async () => {
    await create(STOPPED)
    const [stop] = await stopsBecome(1)
    const { body } = await stage.post('/v5/order/cancel', { ...BTC, orderId: stop.orderId })
    expect(body.result).toEqual({ orderId: stop.orderId, orderLinkId: '' })
    await create(BUY)
    expect([await readStops(), (await readPosition()).stopLoss]).toEqual([[], ''])
  })
})

describe('the stops of a position', () => {
  it('are set, moved and removed', async () => {
    await create(BUY)
    expect(
      (await tradingStop({ stopLoss: '30000', slTriggerBy: 'MarkPrice', takeProfit: '900000' })).body.retCode,
    ).toBe(0)
    const [first] = (await readStops()).filter((one: Record<string, string>) => one.stopOrderType === 'StopLoss')
    expect((await tradingStop({ stopLoss: '30000', slTriggerBy: 'MarkPrice' })).body.retCode).toBe(34040)
    expect((await tradingStop({ stopLoss: '31000', slTriggerBy: 'MarkPrice' })).body.retCode).toBe(0)
    const match = (await readStops()).find((one: Record<string, string>) => one.orderId === first.orderId)
    expect([match.triggerPrice, match.triggerBy]).toEqual(['31000.00', 'MarkPrice'])
    await tradingStop({ stopLoss: '0' })
    expect((await readStops()).map((one: Record<string, string>) => one.stopOrderType)).toEqual(['TakeProfit'])
    expect(await readPosition()).toMatchObject({ stopLoss: '', takeProfit: '900000.00' })
  })

  it('are rejected on the wrong side, without a position, and as trailing stops', async () => {
    expect((await tradingStop({ stopLoss: '30000' })).body.retCode).toBe(10001)
    await create(BUY)
    const codes = [{ stopLoss: '900000' }, { takeProfit: '1000' }, { stopLoss: '-1' }, { trailingStop: '100' }]
    for (const params of codes) expect((await tradingStop(params)).body.retCode).toBe(10001)
    expect(await readStops()).toEqual([])
  })

  it('stay when resting orders or those of the client are cancelled', async () => {
    await create(STOPPED)
    await stopsBecome(1)
    await create({ ...SELL, triggerPrice: '29000', triggerDirection: 2 })
    await stage.post('/v5/order/cancel-all', { ...BTC, orderFilter: 'Order' })
    expect(await readStops()).toHaveLength(2)
    await stage.post('/v5/order/cancel-all', { ...BTC, orderFilter: 'StopOrder', stopOrderType: 'Stop' })
    expect((await readStops()).map((one: Record<string, string>) => one.stopOrderType)).toEqual(['StopLoss'])
    await stage.post('/v5/order/cancel-all', BTC)
    expect(await readStops()).toEqual([])
  })

  it('close it when triggered, under one id throughout', async () => {
    const fast = await openBybitStage({ clock: fastClock(30) })
    const listener = await fast.listenPrivately('order')
    await create(BUY, fast)
    // The mark moves thirty times as fast: on a busy machine it may have left the levels before they arrive.
    let distance = 8
    await vi.waitFor(async () => {
      const mark = await readMark(fast)
      const levels = { stopLoss: (mark - distance).toFixed(1), takeProfit: (mark + distance).toFixed(1) }
      distance += 4
      const answer = await tradingStop({ ...levels, slTriggerBy: 'MarkPrice', tpTriggerBy: 'MarkPrice' }, fast)
      expect(answer.body).toMatchObject({ retCode: 0 })
    }, 60_000)
    // Changes at the same time are in one message.
    const isClosed = (order: Record<string, unknown>) => order.orderStatus === 'Filled' && order.closeOnTrigger
    const filled = await listener.until(({ data }) => data?.some?.(isClosed))
    const { orderId, stopOrderType } = filled.data.find(isClosed)
    const statuses = listener.messages
      .flatMap(({ data }) => data ?? [])
      .filter((order) => order.orderId === orderId)
      .map(({ orderStatus }) => orderStatus)
      // The book may be too thin for one fill.
      .filter((status) => status !== 'PartiallyFilled')
    expect(statuses).toEqual(['Untriggered', 'Triggered', 'Filled'])
    expect(['StopLoss', 'TakeProfit']).toContain(stopOrderType)
    const isDeactivated = (order: Record<string, unknown>) => order.orderStatus === 'Deactivated'
    const other = (await listener.until(({ data }) => data?.some?.(isDeactivated))).data.find(isDeactivated)
    expect([other.stopOrderType, other.cancelType]).toEqual([
      stopOrderType === 'StopLoss' ? 'TakeProfit' : 'StopLoss',
      'CancelByTpSlTsClear',
    ])
    expect((await readPosition(fast)).size).toBe('0.000')
    listener.socket.close()
    await fast.close()
  })

  it('vanish silently when the fault plan requires it', async () => {
    const faulty = await openBybitStage({ faults: { ...NO_WIRE_FAULTS, stopsVanish: 1 } })
    const listener = await faulty.listenPrivately('order')
    await create(STOPPED, faulty)
    const { data } = await listener.until((message) => message.data?.[0]?.stopOrderType === 'StopLoss')
    const [stop] = data
    await vi.waitFor(async () => expect(await readStops(faulty)).toEqual([]), SOON)
    const listed = (await faulty.get('/v5/order/history', { ...BTC, orderId: stop.orderId })).body.result.list
    expect([listed, (await readPosition(faulty)).size, (await readPosition(faulty)).stopLoss]).toEqual([
      [],
      '0.010',
      '',
    ])
    listener.socket.close()
    await faulty.close()
  })
})
