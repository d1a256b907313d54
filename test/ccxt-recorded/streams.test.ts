import { describe, expect, it } from 'vitest'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import * as bitget from './bitget-bodies.ts'
import * as okx from './okx-bodies.ts'

const parseOkx = getDialect('okx').orders.stream.parseMessage
const parseBitget = getDialect('bitget').orders.stream.parseMessage

describe('the OKX stream', () => {
  const orders = (row: unknown) => parseOkx({ arg: { channel: 'orders', instType: 'SWAP', uid: '1' }, data: [row] })
  const filled = {
    ...okx.AN_ORDER,
    ...{ state: 'partially_filled', accFillSz: '0.1', fillSz: '0.1', fillPx: '60000.1', tradeId: '9', execType: 'M' },
    ...{ fillFee: '0.0003', fillFeeCcy: 'USDT', fillTime: '1789999990100' },
  }

  it('emits an order, and the execution in the same message', () => {
    expect(orders(okx.AN_ORDER)).toMatchObject({ orders: [{ id: okx.AN_ORDER.ordId, status: 'NEW' }], fills: [] })
    expect(orders(filled)).toMatchObject({
      orders: [{ status: 'PARTIALLY_FILLED', filled: '0.1' }],
      fills: [{ id: `9-${filled.ordId}`, clientId: filled.clOrdId, fee: '-0.0003', liquidity: 'MAKER', kind: 'TRADE' }],
    })
  })

  it('names the order triggered by a stop, and its execution, after the stop', () => {
    const became = { ...filled, clOrdId: '', algoClOrdId: 'tS00010000000000000000000000000B', reduceOnly: 'true' }
    expect(orders(became)).toMatchObject({
      orders: [{ clientId: 'tS00010000000000000000000000000B' }],
      fills: [{ clientId: 'tS00010000000000000000000000000B' }],
    })
  })

  it.each([
    ['full_liquidation', 'LIQUIDATION'],
    ['partial_liquidation', 'LIQUIDATION'],
    ['adl', 'ADL'],
  ])('reports an order of the exchange itself (%s) as external', (category, kind) => {
    expect(orders({ ...filled, category, clOrdId: '' })).toMatchObject({
      orders: [{ ownKind: kind }],
      fills: [{ kind, clientId: null }],
    })
  })

  it.each([
    ['1', 'CANCELED'],
    ['', 'CANCELED'],
    ['14', 'EXPIRED'],
    ['31', 'EXPIRED'],
  ])('reports who cancelled an order: %s is %s', (cancelSource, status) => {
    expect(orders({ ...okx.AN_ORDER, state: 'canceled', cancelSource })).toMatchObject({ orders: [{ status }] })
  })

  it.each([
    ['live', 'UNTRIGGERED'],
    ['effective', 'TRIGGERED'],
    ['canceled', 'CANCELED'],
    ['order_failed', 'EXPIRED'],
    ['somethingNew', undefined],
  ])('reports a stop that is %s as %s', (state, status) => {
    const parsed = parseOkx({ arg: { channel: 'orders-algo', instType: 'SWAP' }, data: [{ ...okx.AN_ALGO, state }] })
    expect(parsed.orders?.[0]?.status).toBe(status)
  })

  it.each([
    [{ event: 'subscribe', arg: { channel: 'orders', instType: 'SWAP' }, connId: 'a' }, { acknowledged: 'orders' }],
    [{ event: 'login', code: '0', msg: '' }, {}],
    [{ event: 'error', code: '60009', msg: 'Login failed.' }, { fault: { code: '60009', message: 'Login failed.' } }],
    [{ event: 'notice', code: '64008', msg: 'The connection will soon be closed.' }, { ended: expect.any(String) }],
    ['pong', {}],
    [{ arg: { channel: 'account' }, data: [{}] }, {}],
  ])('interprets %j as its own status', (message, parsed) => {
    expect(parseOkx(message)).toMatchObject(parsed)
  })

  it.each([
    ['wss://ws.okx.com:8443/ws/v5/private', true],
    ['wss://wspap.okx.com:8443/ws/v5/business?brokerId=9999', true],
    ['wss://ws.okx.com:8443/ws/v5/public', false],
  ])('is private at %s: %s', (url, isPrivate) => {
    expect(getDialect('okx').orders.stream.isPrivate(url)).toBe(isPrivate)
  })
})

describe('the Bitget stream', () => {
  const arg = { instType: 'USDT-FUTURES', channel: 'orders', instId: 'default' }
  const row = {
    ...{
      accBaseVolume: '0',
      clientOid: 'tE00010000000000000000000000000A',
      force: 'gtc',
      instId: 'BTCUSDT',
      orderId: '5',
    },
    ...{ orderType: 'limit', posMode: 'one_way_mode', price: '60000.5', reduceOnly: 'no', side: 'buy', size: '0.002' },
    ...{ status: 'live', tradeSide: 'buy_single', uTime: '1789999990000', cTime: '1789999990000' },
  }
  const filled = {
    ...{ ...row, status: 'partially_filled', accBaseVolume: '0.001', baseVolume: '0.001', fillPrice: '60000.5' },
    ...{ fillFee: '-0.036', fillFeeCoin: 'USDT', fillTime: '1789999990100', tradeId: '9', tradeScope: 'T' },
  }
  const orders = (one: unknown) => parseBitget({ action: 'snapshot', arg, data: [one], ts: 1 })

  it('emits an order of the platform, and the execution in the same message', () => {
    expect(orders(row)).toMatchObject({ orders: [{ id: '5', native: 'BTCUSDT', status: 'NEW' }], fills: [] })
    expect(orders(filled)).toMatchObject({
      orders: [{ status: 'PARTIALLY_FILLED', filled: '0.001' }],
      fills: [{ id: '9', clientId: row.clientOid, quantity: '0.001', fee: '0.036', liquidity: 'TAKER', kind: 'TRADE' }],
    })
  })

  it('leaves the owner of an execution undetermined when the client order id is not the platform’s', () => {
    const parsed = orders({ ...filled, clientOid: '1171636690041344003' })
    expect(parsed.orders).toEqual([])
    expect(parsed.fills?.[0]?.clientId).toBeUndefined()
  })

  it.each([
    ['burst_sell_single', 'LIQUIDATION'],
    ['dte_sys_adl_sell_in_single_side_mode', 'ADL'],
  ])('reports an order of the exchange itself (%s) as external', (tradeSide, kind) => {
    expect(orders({ ...filled, clientOid: '1', tradeSide })).toMatchObject({ fills: [{ kind, clientId: null }] })
  })

  it('emits a stop of the platform', () => {
    const plan = {
      ...row,
      clientOid: bitget.A_PLAN.clientOid,
      planType: 'sl',
      triggerPrice: '50000',
      triggerType: 'mark_price',
    }
    const parsed = parseBitget({ arg: { ...arg, channel: 'orders-algo' }, data: [plan] })
    expect(parsed.orders).toMatchObject([
      { list: 'conditional', type: 'STOP_MARKET', status: 'UNTRIGGERED', triggerBy: 'MARK' },
    ])
  })

  it.each([
    [{ event: 'subscribe', arg }, { acknowledged: 'orders' }],
    [{ event: 'login', code: 0 }, {}],
    [{ event: 'error', code: 30015, msg: 'Invalid sign' }, { fault: { code: '30015', message: 'Invalid sign' } }],
    ['pong', {}],
    [{ arg: { ...arg, instType: 'COIN-FUTURES' }, data: [row] }, {}],
  ])('interprets %j as its own status', (message, parsed) => {
    expect(parseBitget(message)).toMatchObject(parsed)
  })
})
