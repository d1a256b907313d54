import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ticks } from '../../server/domain/market/instrument.ts'
import { A_BILL, A_FILL, A_PLAN, A_POSITION, AN_ACCOUNT, AN_ORDER, CONTRACT, ok } from './bitget-bodies.ts'
import type { ReceivedRequest } from './loopback.ts'
import { NOW_MS, type OrdersStage, openOrdersStage } from './orders-stage.ts'

const ENTRY = AN_ORDER.clientOid
const STOP = A_PLAN.clientOid
const orders = (...rows: unknown[]) => ok({ entrustedList: rows.length > 0 ? rows : null, endId: null })
const fills = (...rows: unknown[]) => ok({ fillList: rows.length > 0 ? rows : null, endId: null })
const absent = { code: '40109', msg: 'The data of the order cannot be found', data: null }
const ofPlans =
  (planType: string, answer: unknown) =>
  ({ query }: ReceivedRequest) =>
    query.planType === planType ? answer : orders()

const EMPTY = {
  'GET /api/v2/mix/market/contracts': ({ query }: ReceivedRequest) =>
    ok(query.productType === 'USDT-FUTURES' ? [CONTRACT] : []),
  'GET /api/v2/mix/order/detail': absent,
  'GET /api/v2/mix/order/orders-pending': orders(),
  'GET /api/v2/mix/order/orders-plan-pending': orders(),
  'GET /api/v2/mix/order/orders-plan-history': orders(),
  'GET /api/v2/mix/order/fills': fills(),
  'GET /api/v2/mix/account/bill': ok({ bills: [], endId: null }),
  'GET /api/v2/mix/account/accounts': ok([AN_ACCOUNT]),
  'GET /api/v2/mix/position/all-position': ok([]),
}

let stage: OrdersStage
beforeAll(async () => {
  stage = await openOrdersStage('bitget', EMPTY)
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.loopback.requests.length = 0
  stage.loopback.answer(EMPTY)
})

const requestBodies = (path: string): unknown => stage.loopback.requestsTo(path).map(({ body }) => body)

describe('the contracts of Bitget', () => {
  it('have the tick given by their end step', () => {
    const listing = stage.listings.get('BTCUSDT')
    expect(listing?.instrument.price.print(1)).toBe('0.5')
    expect(listing?.instrument.quantity.print(1)).toBe('0.001')
  })
})

describe('an order to Bitget', () => {
  const receipt = ok({ orderId: '1', clientOid: ENTRY })
  beforeEach(() =>
    stage.loopback.answer({
      'POST /api/v2/mix/order/place-order': receipt,
      'POST /api/v2/mix/order/place-tpsl-order': ok({ orderId: '2', clientOid: STOP }),
    }),
  )

  it.each([
    ['rests', { price: ticks(120_001) }, { orderType: 'limit', price: '60000.5', force: 'GTC' }],
    ['only rests', { price: ticks(120_001), timeInForce: 'POST_ONLY' }, { orderType: 'limit', force: 'post_only' }],
    ['takes or goes', { price: ticks(120_001), timeInForce: 'IOC' }, { orderType: 'limit', force: 'IOC' }],
    ['takes at any price', { type: 'MARKET' }, { orderType: 'market' }],
    ['reduces', { type: 'MARKET', reduceOnly: true }, { orderType: 'market', reduceOnly: 'YES' }],
  ] as const)('that %s is sent as one request with our client order id', async (_what, terms, expected) => {
    const event = await stage.submit(ENTRY, terms)
    expect(stage.loopback.requests).toHaveLength(1)
    const common = { symbol: 'BTCUSDT', productType: 'USDT-FUTURES', marginCoin: 'USDT', marginMode: 'crossed' }
    expect(requestBodies('/api/v2/mix/order/place-order')).toMatchObject([
      { ...common, side: 'buy', size: '0.002', clientOid: ENTRY, ...expected },
    ])
    expect(event).toMatchObject({ outcome: { kind: 'accepted', report: { exchangeOrderId: '1', status: 'NEW' } } })
  })

  it.each([
    ['STOP_MARKET', 'MARK', { planType: 'loss_plan', triggerType: 'mark_price' }],
    ['TAKE_PROFIT_MARKET', 'LAST', { planType: 'profit_plan', triggerType: 'fill_price' }],
  ] as const)('of type %s by %s is one for a quantity, at any price', async (type, by, expected) => {
    const terms = { type, side: 'SELL', trigger: { price: ticks(100_000), by }, reduceOnly: true } as const
    const event = await stage.submit(STOP, terms)
    const [body] = stage.loopback.requestsTo('/api/v2/mix/order/place-tpsl-order').map((one) => one.body)
    expect(body).toMatchObject({ size: '0.002', holdSide: 'buy', triggerPrice: '50000', clientOid: STOP, ...expected })
    expect(body).not.toHaveProperty('executePrice')
    expect(event).toMatchObject({
      outcome: { kind: 'accepted', report: { exchangeOrderId: '2', status: 'UNTRIGGERED' } },
    })
  })

  it.each([
    [
      'refused for certain',
      '40762',
      { kind: 'rejected', rejection: { code: '40762', category: 'INSUFFICIENT_MARGIN' } },
    ],
    ['a name that was taken', '40786', { kind: 'rejected', rejection: { code: '40786', category: 'DUPLICATE' } }],
    ['timed out', '40010', { kind: 'unknown' }],
    ['a service that failed', '40725', { kind: 'unknown' }],
  ])('is %s in code %s', async (_what, code, outcome) => {
    stage.loopback.answer({ 'POST /api/v2/mix/order/place-order': { code, msg: 'No.', data: null } })
    expect(await stage.submit(ENTRY, { price: ticks(120_001) })).toMatchObject({ outcome })
  })

  it('has an unknown outcome when the answer names no order', async () => {
    stage.loopback.answer({ 'POST /api/v2/mix/order/place-order': ok({ orderId: null, clientOid: ENTRY }) })
    expect(await stage.submit(ENTRY, { price: ticks(120_001) })).toMatchObject({ outcome: { kind: 'unknown' } })
  })
})

describe('a cancel at Bitget', () => {
  const cancel = (venueClientId: string) => stage.send({ kind: 'cancel', symbol: 'BTCUSDT', venueClientId } as const)
  const CANCEL_PLAN = 'POST /api/v2/mix/order/cancel-plan-order'

  it('falls back to the stop orders when the order list does not know the id, and verifies what was cancelled', async () => {
    stage.loopback.answer({
      'POST /api/v2/mix/order/cancel-order': { code: '22001', msg: 'No order to cancel', data: null },
      [CANCEL_PLAN]: ok({ successList: [{ orderId: A_PLAN.orderId, clientOid: STOP }], failureList: [] }),
      'GET /api/v2/mix/order/orders-plan-history': orders({ ...A_PLAN, planStatus: 'cancelled' }),
    })
    expect(await cancel('tS00010000000000000000000000000D')).toMatchObject({ outcome: { kind: 'unknown' } })
    expect(requestBodies('/api/v2/mix/order/cancel-plan-order')).toMatchObject([
      { symbol: 'BTCUSDT', orderIdList: [{ clientOid: 'tS00010000000000000000000000000D' }] },
    ])
    expect(await cancel(STOP)).toMatchObject({ outcome: { kind: 'canceled', report: { venueClientId: STOP } } })
  })

  it('has an unknown outcome when the list of successes is empty', async () => {
    stage.loopback.answer({
      'POST /api/v2/mix/order/cancel-order': { code: '22001', msg: 'No order to cancel', data: null },
      [CANCEL_PLAN]: ok({ successList: [], failureList: [{ orderId: A_PLAN.orderId, errorMsg: 'x' }] }),
    })
    expect(await cancel(STOP)).toMatchObject({ outcome: { kind: 'unknown' } })
  })
})

describe('an order query at Bitget', () => {
  const query = (venueClientId: string) =>
    stage.send({ kind: 'queryOrder', symbol: 'BTCUSDT', venueClientId, queryId: 1 } as const)

  it('finds an order with its execution', async () => {
    stage.loopback.answer({
      'GET /api/v2/mix/order/detail': ok({ ...AN_ORDER, state: 'filled', baseVolume: '0.002' }),
      'GET /api/v2/mix/order/fills': fills(A_FILL),
    })
    expect(await query(ENTRY)).toMatchObject({
      outcome: {
        kind: 'found',
        order: { venueClientId: ENTRY, status: 'FILLED', filled: 2, terms: { price: 120_001, type: 'LIMIT' } },
        fills: [{ venueClientId: ENTRY, price: 120_001, quantity: 2, fee: 7_200_060n, kind: 'TRADE' }],
      },
    })
  })

  it('follows a stop to the order it has triggered', async () => {
    stage.loopback.answer({
      'GET /api/v2/mix/order/orders-plan-history': orders({ ...A_PLAN, planStatus: 'executed', executeOrderId: '77' }),
      'GET /api/v2/mix/order/detail': ({ query }: ReceivedRequest) =>
        query.orderId === '77'
          ? ok({
              ...AN_ORDER,
              orderId: '77',
              clientOid: '9',
              orderType: 'market',
              side: 'sell',
              state: 'filled',
              baseVolume: '0.002',
            })
          : absent,
      'GET /api/v2/mix/order/fills': fills({ ...A_FILL, orderId: '77', side: 'sell', tradeSide: 'sell_single' }),
    })
    expect(await query(STOP)).toMatchObject({
      outcome: {
        kind: 'found',
        order: { venueClientId: STOP, status: 'FILLED', terms: { type: 'STOP_MARKET', trigger: { price: 100_000 } } },
        fills: [{ venueClientId: STOP, exchangeOrderId: '77' }],
      },
    })
  })

  it('finds nothing when every list confirms it, and fails when one does not answer', async () => {
    expect(await query('tE0001000000000000000000000000ZZ')).toMatchObject({ outcome: { kind: 'notFound' } })
    stage.loopback.answer({
      'GET /api/v2/mix/order/orders-plan-pending': { code: '40015', msg: 'abnormal', data: null },
    })
    expect(await query('tE0001000000000000000000000000ZZ')).toMatchObject({ outcome: { kind: 'failed' } })
  })
})

describe('the account at Bitget', () => {
  const read = () => stage.send({ kind: 'readAccount', sinceMs: NOW_MS - 3_600_000, queryId: 1 } as const)

  it('is read completely, with unrealised PnL excluded from the wallet and a short position as negative', async () => {
    stage.loopback.answer({
      'GET /api/v2/mix/position/all-position': ok([A_POSITION]),
      'GET /api/v2/mix/order/orders-pending': orders({ ...AN_ORDER, state: undefined, status: 'live' }),
      'GET /api/v2/mix/order/orders-plan-pending': ofPlans('profit_loss', orders(A_PLAN)),
      'GET /api/v2/mix/account/bill': ok({ bills: [A_BILL], endId: A_BILL.billId }),
    })
    expect(await read()).toMatchObject({
      snapshot: {
        walletBalance: 100_010_000_000n,
        positions: [
          {
            quantity: -2,
            cost: 12_000_100_000n,
            leverage: 3,
            liquidationPrice: 9_172_502_360_242n,
            maintenanceMargin: 48_000_800n,
          },
        ],
        openOrders: [
          { venueClientId: ENTRY, status: 'NEW', terms: { reduceOnly: false } },
          {
            venueClientId: STOP,
            status: 'UNTRIGGERED',
            terms: { type: 'STOP_MARKET', reduceOnly: true, trigger: { by: 'MARK' } },
          },
        ],
        funding: [{ amount: -499_200n }],
      },
    })
  })

  it('assigns the execution of a stop to the stop, whatever the id of the triggered order', async () => {
    const became = { ...AN_ORDER, orderId: '88', clientOid: '1111491399869075999', side: 'sell', orderType: 'market' }
    stage.loopback.answer({
      'GET /api/v2/mix/order/fills': fills({ ...A_FILL, orderId: '88', tradeId: '5', side: 'sell' }),
      'GET /api/v2/mix/order/detail': ok({ ...became, state: 'filled', baseVolume: '0.002' }),
      'GET /api/v2/mix/order/orders-plan-history': orders({ ...A_PLAN, planStatus: 'executed', executeOrderId: '88' }),
    })
    expect(await read()).toMatchObject({ snapshot: { fills: [{ venueClientId: STOP, exchangeOrderId: '88' }] } })
  })

  it.each([
    ['burst_sell_single', 'LIQUIDATION'],
    ['reduce_buy_single', 'LIQUIDATION'],
    ['dte_sys_adl_buy_in_single_side_mode', 'ADL'],
  ])('reports an execution of type %s as %s, and as an external order', async (tradeSide, kind) => {
    stage.loopback.answer({ 'GET /api/v2/mix/order/fills': fills({ ...A_FILL, tradeSide, tradeId: `x${kind}` }) })
    expect(await read()).toMatchObject({ snapshot: { fills: [{ kind, venueClientId: null }] } })
  })

  it.each([
    ['a list that is not there', { 'GET /api/v2/mix/order/orders-pending': ok({ endId: null }) }],
    [
      'equity that is not a number',
      { 'GET /api/v2/mix/account/accounts': ok([{ ...AN_ACCOUNT, accountEquity: 'NaN' }]) },
    ],
    ['a side that is none', { 'GET /api/v2/mix/position/all-position': ok([{ ...A_POSITION, holdSide: 'both' }]) }],
  ])('is not reported with %s', async (_what, answers) => {
    stage.loopback.answer(answers)
    expect(await read()).toMatchObject({ snapshot: null })
  })
})
