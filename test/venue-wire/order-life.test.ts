import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fastClock, openStage, type VenueStage } from './venue-stage.ts'

const SYMBOL = { symbol: 'BTCUSDT' }
const BUY = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.010', newOrderRespType: 'RESULT' }
const SELL = { ...BUY, side: 'SELL', reduceOnly: true }

let stage: VenueStage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const readMark = async (at: VenueStage): Promise<number> =>
  Number((await at.get('/fapi/v1/premiumIndex', SYMBOL)).body.markPrice)

const flatten = async (at: VenueStage): Promise<void> => {
  await at.signed('DELETE', '/fapi/v1/allOpenOrders', SYMBOL)
  await at.signed('DELETE', '/fapi/v1/algoOpenOrders', SYMBOL)
  const [position] = (await at.signed('GET', '/fapi/v3/positionRisk', SYMBOL)).body
  if (!position) return
  const side = Number(position.positionAmt) > 0 ? 'SELL' : 'BUY'
  const quantity = position.positionAmt.replace('-', '')
  await at.signed('POST', '/fapi/v1/order', { ...SELL, side, quantity })
}

beforeEach(() => flatten(stage))

const order = (params: Record<string, string | number | boolean>) => stage.signed('POST', '/fapi/v1/order', params)
const algo = (params: Record<string, string | number | boolean>) =>
  stage.signed('POST', '/fapi/v1/algoOrder', { algoType: 'CONDITIONAL', ...SYMBOL, ...params })

const limitAt = async (part: number): Promise<string> => ((await readMark(stage)) * part).toFixed(1)

describe('an order over the wire', () => {
  it('is filled with exact digits, and can be queried by either of its ids', async () => {
    const { status, body, text, headers } = await order({ ...BUY, newClientOrderId: 'mine-1' })
    expect([status, body.status, body.executedQty, body.clientOrderId]).toEqual([200, 'FILLED', '0.010', 'mine-1'])
    const [, digits] = /"orderId":(\d+)/.exec(text) ?? []
    expect(digits).toMatch(/^\d{19}$/)
    expect(BigInt(digits ?? 0)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
    expect(headers.get('x-mbx-order-count-10s')).toMatch(/^\d+$/)
    const byId = await stage.signed('GET', '/fapi/v1/order', { ...SYMBOL, orderId: digits ?? '' })
    const byName = await stage.signed('GET', '/fapi/v1/order', { ...SYMBOL, origClientOrderId: 'mine-1' })
    expect(byId.text).toBe(byName.text)
    expect(byId.body.status).toBe('FILLED')
  })

  it('is answered as accepted when only an acknowledgement is requested', async () => {
    const { body } = await order({ ...BUY, newOrderRespType: 'ACK' })
    expect([body.status, body.executedQty, body.avgPrice]).toEqual(['NEW', '0.000', '0.00000'])
  })

  it('rests, is listed and can be cancelled once', async () => {
    const price = await limitAt(0.98)
    const placed = await order({ ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price })
    expect(placed.body.status).toBe('NEW')
    const listed = await stage.signed('GET', '/fapi/v1/openOrders', SYMBOL)
    expect(listed.body.map((open: { clientOrderId: string }) => open.clientOrderId)).toEqual([
      placed.body.clientOrderId,
    ])
    const named = { ...SYMBOL, origClientOrderId: placed.body.clientOrderId }
    expect((await stage.signed('DELETE', '/fapi/v1/order', named)).body.status).toBe('CANCELED')
    expect((await stage.signed('DELETE', '/fapi/v1/order', named)).body.code).toBe(-2011)
    expect((await stage.signed('GET', '/fapi/v1/openOrder', named)).body.code).toBe(-2013)
  })

  it('that would take is rejected when it is post-only, and is in no history', async () => {
    const price = await limitAt(1.02)
    const limit = { ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTX', quantity: '0.010', price }
    const { body } = await order({ ...limit, newClientOrderId: 'maker' })
    expect(body.code).toBe(-5022)
    const sought = await stage.signed('GET', '/fapi/v1/order', { ...SYMBOL, origClientOrderId: 'maker' })
    expect(sought.body.code).toBe(-2013)
  })

  it('may reuse an id once the order that had it has ended', async () => {
    const price = await limitAt(0.98)
    const limit = { ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price }
    const named = { ...limit, newClientOrderId: 'again' }
    expect((await order(named)).status).toBe(200)
    expect((await order(named)).body.code).toBe(-4116)
    await stage.signed('DELETE', '/fapi/v1/order', { ...SYMBOL, origClientOrderId: 'again' })
    expect((await order(named)).status).toBe(200)
  })

  it('is one of several that are answered separately', async () => {
    const batch = JSON.stringify([BUY, { ...BUY, quantity: '0' }, { ...BUY, symbol: 'NOPEUSDT' }])
    const { status, body } = await stage.signed('POST', '/fapi/v1/batchOrders', { batchOrders: batch })
    expect([status, body[0].status, body[1].code, body[2].code]).toEqual([200, 'FILLED', -4003, -1121])
  })

  it('is cancelled when the countdown is not renewed in time', async () => {
    const price = await limitAt(0.98)
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listener = await stage.listen(`/private/ws?listenKey=${key}`)
    await order({ ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price })
    const { body } = await stage.signed('POST', '/fapi/v1/countdownCancelAll', { ...SYMBOL, countdownTime: 20 })
    expect(body).toEqual({ symbol: 'BTCUSDT', countdownTime: '20' })
    await listener.until(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.X === 'CANCELED')
    listener.socket.close()
  })
})

describe('rejected requests', () => {
  const LIMIT = { ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price: '40000' }
  it.each([
    [-1121, { ...LIMIT, symbol: 'NOPEUSDT' }],
    [-1117, { ...LIMIT, side: 'HOLD' }],
    [-1116, { ...LIMIT, type: 'PEGGED' }],
    [-1115, { ...LIMIT, timeInForce: 'GTE' }],
    [-1106, { ...BUY, timeInForce: 'IOC' }],
    [-1102, { ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '1' }],
    [-1111, { ...LIMIT, price: '40000.123' }],
    [-4014, { ...LIMIT, price: '40000.15' }],
    [-1111, { ...LIMIT, quantity: '0.0001' }],
    [-1100, { ...LIMIT, quantity: '1e-7' }],
    [-4003, { ...LIMIT, quantity: '0' }],
    [-4005, { ...BUY, quantity: '121' }],
    [-4024, { ...LIMIT, side: 'SELL', price: '1000' }],
    [-4016, { ...LIMIT, price: '1000000' }],
    [-4164, { ...BUY, symbol: 'ETHUSDT', quantity: '0.001' }],
    [-2019, { ...BUY, quantity: '100' }],
    [-2022, SELL],
    [-4061, { ...BUY, positionSide: 'LONG' }],
    [-1100, { ...BUY, newClientOrderId: 'with space' }],
    [-4015, { ...BUY, newClientOrderId: 'x'.repeat(37) }],
    [-4120, { ...SYMBOL, side: 'SELL', type: 'STOP_MARKET', stopPrice: '40000', quantity: '0.01' }],
    [-1136, { ...BUY, newOrderRespType: 'FULL' }],
  ] as const)('%i %o', async (code, params) => {
    expect((await order(params)).body.code).toBe(code)
  })
})

describe('an amendment of a limit order', () => {
  const LIMIT = { ...SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010' }
  const change = (params: Record<string, string | number | boolean>) =>
    stage.signed('PUT', '/fapi/v1/order', { ...SYMBOL, side: 'BUY', ...params })

  it('keeps its IDs, and is reported to the account as an amendment', async () => {
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listener = await stage.listen(`/ws/${key}`)
    const placed = await order({ ...LIMIT, price: await limitAt(0.97), newClientOrderId: 'amended-1' })
    const price = await limitAt(0.98)
    const changed = await change({ origClientOrderId: 'amended-1', price, quantity: '0.020' })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      clientOrderId: 'amended-1',
      origQty: '0.020',
      status: 'NEW',
      executedQty: '0.000',
    })
    expect(Number(changed.body.price)).toBe(Number(price))
    expect(changed.text.match(/"orderId":\d+/)?.[0]).toBe(placed.text.match(/"orderId":\d+/)?.[0])
    expect(changed.headers.get('x-mbx-order-count-10s')).toMatch(/^\d+$/)
    const message = await listener.until(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.x === 'AMENDMENT')
    expect(message.o).toMatchObject({ c: 'amended-1', X: 'NEW', q: '0.020', z: '0.000' })
    const listed = await stage.signed('GET', '/fapi/v1/openOrders', SYMBOL)
    expect(listed.body).toMatchObject([{ clientOrderId: 'amended-1', origQty: '0.020' }])
    expect((await change({ origClientOrderId: 'amended-1', price, quantity: '0.020' })).body.code).toBe(-5027)
    listener.socket.close()
  })

  it('is rejected with the codes of the exchange, and changes nothing then', async () => {
    const price = await limitAt(0.97)
    await order({ ...LIMIT, price, newClientOrderId: 'stays' })
    const name = { origClientOrderId: 'stays' }
    for (const [code, params] of [
      [-2013, { origClientOrderId: 'nobody', price, quantity: '0.020' }],
      [-1102, { ...name, price }],
      [-1102, { ...name, quantity: '0.020' }],
      [-1117, { ...name, price, quantity: '0.020', side: 'SELL' }],
      [-1111, { ...name, price, quantity: '0.0201' }],
      [-4016, { ...name, price: await limitAt(1.2), quantity: '0.020' }],
      [-2019, { ...name, price, quantity: '900' }],
      [-4164, { ...name, price: '1.0', quantity: '0.001' }],
      [-1020, { ...name, priceMatch: 'QUEUE', price, quantity: '0.020' }],
    ] as const) {
      expect([code, (await change(params)).body.code]).toEqual([code, code])
    }
    const [open] = (await stage.signed('GET', '/fapi/v1/openOrders', SYMBOL)).body
    expect([open.origQty, Number(open.price)]).toEqual(['0.010', Number(price)])
  })

  it('accepts up to five in one request, each answered separately', async () => {
    const price = await limitAt(0.97)
    for (const name of ['first', 'second']) await order({ ...LIMIT, price, newClientOrderId: name })
    const to = { ...SYMBOL, side: 'BUY', price: await limitAt(0.96), quantity: '0.020' }
    const changes = ['first', 'nobody', 'second'].map((origClientOrderId) => ({ ...to, origClientOrderId }))
    const answer = await stage.signed('PUT', '/fapi/v1/batchOrders', { batchOrders: JSON.stringify(changes) })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject([
      { clientOrderId: 'first', origQty: '0.020' },
      { code: -2013, msg: 'Order does not exist.' },
      { clientOrderId: 'second', origQty: '0.020' },
    ])
    const six = JSON.stringify(Array.from({ length: 6 }, () => to))
    for (const method of ['PUT', 'POST']) {
      expect((await stage.signed(method, '/fapi/v1/batchOrders', { batchOrders: six })).body.code).toBe(-4082)
    }
  })
})

describe('conditional orders', () => {
  it('with a quantity stay when their position is closed, and close-position orders expire', async () => {
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listener = await stage.listen(`/ws/${key}`)
    await order(BUY)
    const stop = { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000' }
    const stays = await algo({ ...stop, quantity: '0.010', reduceOnly: true })
    const goes = await algo({ ...stop, triggerPrice: '31000', closePosition: true })
    await order(SELL)
    await listener.until(({ e, o }) => e === 'ALGO_UPDATE' && o.X === 'EXPIRED')
    expect((await stage.signed('GET', '/fapi/v1/openAlgoOrders', SYMBOL)).body).toMatchObject([
      { algoId: stays.body.algoId, algoStatus: 'NEW', reduceOnly: true },
    ])
    const expired = await stage.signed('GET', '/fapi/v1/algoOrder', { algoId: goes.body.algoId })
    expect(expired.body.algoStatus).toBe('EXPIRED')
    expect((await stage.signed('DELETE', '/fapi/v1/algoOrder', { algoId: stays.body.algoId })).status).toBe(200)
    listener.socket.close()
  })

  it('have their own ids and their own list, and stay when the others are cancelled', async () => {
    await order(BUY)
    const stop = await algo({
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: '30000',
      quantity: '0.010',
      reduceOnly: true,
    })
    expect([stop.status, stop.body.algoStatus, stop.body.algoType]).toEqual([200, 'NEW', 'CONDITIONAL'])
    expect(String(stop.body.algoId)).toMatch(/^\d{16}$/)
    await stage.signed('DELETE', '/fapi/v1/allOpenOrders', SYMBOL)
    const open = await stage.signed('GET', '/fapi/v1/openAlgoOrders', SYMBOL)
    expect(open.body.map(({ algoId }: { algoId: number }) => algoId)).toEqual([stop.body.algoId])
    expect((await stage.signed('GET', '/fapi/v1/openOrders', SYMBOL)).body).toEqual([])
    const cancelled = await stage.signed('DELETE', '/fapi/v1/algoOrder', { algoId: stop.body.algoId })
    expect(cancelled.body).toMatchObject({ algoId: stop.body.algoId, code: '200', msg: 'success' })
    const response = await stage.signed('GET', '/fapi/v1/algoOrder', { algoId: stop.body.algoId })
    expect(response.body.algoStatus).toBe('CANCELED')
  })

  it('have ids separate from those of orders', async () => {
    await order({ ...BUY, newClientOrderId: 'same' })
    const close = {
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: '30000',
      closePosition: true,
      clientAlgoId: 'same',
    }
    expect((await algo(close)).status).toBe(200)
    const response = await stage.signed('GET', '/fapi/v1/order', { ...SYMBOL, origClientOrderId: 'same' })
    expect(response.body.status).toBe('FILLED')
    const waiting = await stage.signed('GET', '/fapi/v1/algoOrder', { clientAlgoId: 'same' })
    expect(waiting.body.algoStatus).toBe('NEW')
    expect((await algo({ ...close, type: 'TAKE_PROFIT_MARKET', triggerPrice: '90000' })).body.code).toBe(-4116)
  })

  it('reject a second one that closes the position in the same direction', async () => {
    await order(BUY)
    const close = { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000', closePosition: true }
    expect((await algo(close)).status).toBe(200)
    expect((await algo({ ...close, triggerPrice: '31000' })).body.code).toBe(-4130)
    expect((await algo({ ...close, type: 'TAKE_PROFIT_MARKET', triggerPrice: '90000' })).status).toBe(200)
  })

  it('require a position to close one', async () => {
    const close = { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000', closePosition: true }
    expect((await algo(close)).body.code).toBe(-4509)
  })

  it('reject a trigger price that would trigger immediately', async () => {
    await order(BUY)
    const stop = {
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: '90000',
      workingType: 'MARK_PRICE',
      quantity: '0.01',
    }
    expect((await algo({ ...stop, reduceOnly: true })).body.code).toBe(-2021)
  })

  it.each([
    [-4137, { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000', closePosition: true, quantity: '1' }],
    [-1106, { side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000', closePosition: true, reduceOnly: true }],
    [-1102, { side: 'SELL', type: 'STOP_MARKET', quantity: '1' }],
    [-1116, { side: 'SELL', type: 'TRAILING_STOP_MARKET', triggerPrice: '30000', quantity: '1' }],
  ] as const)('are refused with %i: %o', async (code, params) => {
    expect((await algo(params)).body.code).toBe(code)
  })
})

const SOON = { timeout: 60_000, interval: 50 }

describe('a triggered conditional order', () => {
  it('becomes an order under a new id, and reports each step', async () => {
    const fast = await openStage({ clock: fastClock(20) })
    const key = (await fast.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listener = await fast.listen(`/ws/${key}`)
    /** Repeats what a busy machine sends too late for the fast clock, or for the mark price. */
    const untilAccepted = (path: string, params: () => Promise<object>, orElse?: RegExp): Promise<void> =>
      vi.waitFor(async () => {
        const { body } = await fast.signed('POST', path, { ...(await params()), recvWindow: 60_000 })
        if (!orElse?.test(body.msg)) expect(body.msg).toBeUndefined()
      }, SOON)
    const near = { algoType: 'CONDITIONAL', ...SYMBOL, side: 'SELL', closePosition: true, workingType: 'MARK_PRICE' }
    const at = async (distance: number) => ({ triggerPrice: ((await readMark(fast)) + distance).toFixed(1) })
    await untilAccepted('/fapi/v1/order', async () => BUY)
    await untilAccepted('/fapi/v1/algoOrder', async () => ({ ...near, type: 'STOP_MARKET', ...(await at(-8)) }))
    const target = async () => ({ ...near, type: 'TAKE_PROFIT_MARKET', ...(await at(8)) })
    // On a busy machine the stop may have closed the position already.
    await untilAccepted('/fapi/v1/algoOrder', target, /can only be used with open positions/)
    const finished = await listener.until(({ e, o }) => e === 'ALGO_UPDATE' && o.X === 'FINISHED')
    const about = listener.messages.filter(({ e, o }) => e === 'ALGO_UPDATE' && o.aid === finished.o.aid)
    expect(about.map(({ o }) => o.X)).toEqual(['NEW', 'TRIGGERING', 'TRIGGERED', 'FINISHED'])
    expect(finished.o).toMatchObject({ act: 'MARKET', aq: '0.010' })
    const traded = listener.messages.filter(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.c === finished.o.caid)
    expect(traded.map(({ o }) => o.X)).toContain('FILLED')
    const query = { algoId: finished.o.aid, recvWindow: 60_000 }
    const response = await fast.signed('GET', '/fapi/v1/algoOrder', query)
    expect(response.body).toMatchObject({ algoStatus: 'FINISHED', actualOrderId: finished.o.ai, actualQty: '0.010' })
    expect(finished.o.ai).toMatch(/^\d{19}$/)
    expect((await fast.signed('GET', '/fapi/v1/openAlgoOrders', { recvWindow: 60_000 })).body).toEqual([])
    listener.socket.close()
    await fast.close()
  })
})

describe('the account', () => {
  it('reports consistent position, balance and income', async () => {
    const before = (await stage.signed('GET', '/fapi/v2/balance')).body[0].balance
    await order(BUY)
    await order(SELL)
    const trades = (await stage.signed('GET', '/fapi/v1/userTrades', SYMBOL)).body
    expect(trades.slice(-2).map(({ side }: { side: string }) => side)).toEqual(['BUY', 'SELL'])
    const after = (await stage.signed('GET', '/fapi/v3/balance')).body[0].balance
    const income = (await stage.signed('GET', '/fapi/v1/income', { limit: 1_000 })).body as { income: string }[]
    const earned = income.reduce((sum, one) => sum + Number(one.income), 0)
    expect(10_000 + earned).toBeCloseTo(Number(after), 6)
    expect(Number(after)).not.toBe(Number(before))
  })

  it('retains a leverage that was set, and rejects one that is not allowed', async () => {
    const set = await stage.signed('POST', '/fapi/v1/leverage', { ...SYMBOL, leverage: 50 })
    expect(set.body).toEqual({ symbol: 'BTCUSDT', leverage: 50, maxNotionalValue: '3000000' })
    const [risk] = (await stage.signed('GET', '/fapi/v2/positionRisk', SYMBOL)).body
    expect(risk.leverage).toBe('50')
    expect((await stage.signed('POST', '/fapi/v1/leverage', { ...SYMBOL, leverage: 126 })).body.code).toBe(-4028)
    expect((await stage.signed('POST', '/fapi/v1/marginType', { ...SYMBOL, marginType: 'CROSSED' })).body.code).toBe(
      -4046,
    )
    const dual = await stage.signed('POST', '/fapi/v1/positionSide/dual', { dualSidePosition: false })
    expect(dual.body.code).toBe(-4059)
  })

  it('returns the permissions of its key', async () => {
    const { body } = await stage.signed('GET', '/sapi/v1/account/apiRestrictions')
    expect(body).toMatchObject({ enableFutures: true, enableWithdrawals: false, ipRestrict: true })
  })
})
