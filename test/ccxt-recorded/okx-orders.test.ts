import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ticks } from '../../server/domain/market/instrument.ts'
import { A_BALANCE, A_BILL, A_FILL, A_POSITION, AN_ALGO, AN_ORDER, INSTRUMENTS, ok } from './okx-bodies.ts'
import { NOW_MS, type OrdersStage, openOrdersStage } from './orders-stage.ts'

const ENTRY = AN_ORDER.clOrdId
const STOP = AN_ALGO.algoClOrdId
const none = ok()

const EMPTY = {
  'GET /api/v5/public/instruments': INSTRUMENTS,
  'GET /api/v5/trade/order': none,
  'GET /api/v5/trade/order-algo': none,
  'GET /api/v5/trade/orders-pending': none,
  'GET /api/v5/trade/orders-algo-pending': none,
  'GET /api/v5/trade/fills': none,
  'GET /api/v5/trade/fills-history': none,
  'GET /api/v5/account/bills': none,
  'GET /api/v5/account/bills-archive': none,
  'GET /api/v5/account/positions': none,
  'GET /api/v5/account/balance': ok(A_BALANCE),
}

let stage: OrdersStage
beforeAll(async () => {
  stage = await openOrdersStage('okx', EMPTY)
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.loopback.requests.length = 0
  stage.loopback.answer(EMPTY)
})

const requestBodies = (path: string): unknown => stage.loopback.requestsTo(path).map(({ body }) => body)

describe('the contracts of OKX', () => {
  it('are listed by coin, and counted in contracts of 0.01', () => {
    const listing = stage.listings.get('BTCUSDT')
    expect(listing).toMatchObject({ unified: 'BTC/USDT:USDT', native: 'BTC-USDT-SWAP' })
    expect(listing?.instrument.quantity.print(7)).toBe('0.007')
    expect(listing?.amounts.print(7)).toBe('0.7')
  })
})

describe('an order to OKX', () => {
  beforeEach(() =>
    stage.loopback.answer({
      'POST /api/v5/trade/order': ok({
        ordId: '1',
        clOrdId: ENTRY,
        sCode: '0',
        sMsg: 'Order placed',
        tag: '',
        ts: '1',
      }),
      'POST /api/v5/trade/order-algo': ok({ algoId: '2', algoClOrdId: STOP, clOrdId: STOP, sCode: '0', sMsg: '' }),
    }),
  )

  it.each([
    ['rests', { price: ticks(600_001) }, { ordType: 'limit', px: '60000.1' }],
    ['only rests', { price: ticks(600_001), timeInForce: 'POST_ONLY' }, { ordType: 'post_only', px: '60000.1' }],
    ['takes or goes', { price: ticks(600_001), timeInForce: 'IOC' }, { ordType: 'ioc', px: '60000.1' }],
    ['takes all or goes', { price: ticks(600_001), timeInForce: 'FOK' }, { ordType: 'fok', px: '60000.1' }],
    ['takes at any price', { type: 'MARKET' }, { ordType: 'market' }],
    ['reduces', { type: 'MARKET', reduceOnly: true }, { ordType: 'market', reduceOnly: true }],
  ] as const)(
    'that %s is sent as one request in contracts, with our client order id',
    async (_what, terms, expected) => {
      await stage.submit(ENTRY, terms)
      expect(stage.loopback.requests).toHaveLength(1)
      const common = { instId: 'BTC-USDT-SWAP', side: 'buy', sz: '0.2', tdMode: 'cross', clOrdId: ENTRY }
      expect(requestBodies('/api/v5/trade/order')).toEqual([{ ...common, ...expected }])
    },
  )

  it.each([
    ['STOP_MARKET', 'MARK', { slTriggerPx: '50000', slOrdPx: '-1', slTriggerPxType: 'mark' }],
    ['TAKE_PROFIT_MARKET', 'LAST', { tpTriggerPx: '50000', tpOrdPx: '-1', tpTriggerPxType: 'last' }],
    ['STOP_MARKET', 'INDEX', { slTriggerPx: '50000', slOrdPx: '-1', slTriggerPxType: 'index' }],
  ] as const)('of type %s by %s is placed as an algo order with our client order id', async (type, by, expected) => {
    const terms = { type, side: 'SELL', trigger: { price: ticks(500_000), by }, reduceOnly: true } as const
    const event = await stage.submit(STOP, terms)
    expect(requestBodies('/api/v5/trade/order-algo')).toEqual([
      {
        ...{
          instId: 'BTC-USDT-SWAP',
          side: 'sell',
          sz: '0.2',
          tdMode: 'cross',
          ordType: 'conditional',
          reduceOnly: true,
        },
        ...{ algoClOrdId: STOP, clOrdId: STOP },
        ...expected,
      },
    ])
    expect(event).toMatchObject({
      outcome: { kind: 'accepted', report: { status: 'UNTRIGGERED', exchangeOrderId: '2' } },
    })
  })

  it('is accepted when the exchange acknowledges it', async () => {
    expect(await stage.submit(ENTRY, { price: ticks(600_001) })).toMatchObject({
      outcome: { kind: 'accepted', report: { venueClientId: ENTRY, exchangeOrderId: '1', status: 'NEW', filled: 0 } },
    })
  })

  it.each([
    [
      'refused for certain',
      '51008',
      { kind: 'rejected', rejection: { code: '51008', category: 'INSUFFICIENT_MARGIN' } },
    ],
    ['a name that was taken', '51016', { kind: 'rejected', rejection: { code: '51016', category: 'DUPLICATE' } }],
    ['timed out', '51149', { kind: 'unknown' }],
    ['an unknown code', '59999', { kind: 'unknown' }],
  ])('is %s in code %s', async (_what, sCode, outcome) => {
    const data = [{ ordId: '', clOrdId: ENTRY, sCode, sMsg: 'No.', tag: '' }]
    stage.loopback.answer({ 'POST /api/v5/trade/order': { code: '1', msg: 'Operation failed.', data } })
    expect(await stage.submit(ENTRY, { price: ticks(600_001) })).toMatchObject({ outcome })
  })

  it.each([
    ['reports a failure inside a successful answer', { sCode: '51149', sMsg: 'Order timed out.', ordId: '' }],
    ['names no order', { sCode: '0', ordId: '' }],
    ['names another order', { sCode: '0', ordId: '1', clOrdId: 'somebodyElse' }],
  ])('has an unknown outcome when the exchange %s', async (_what, response) => {
    stage.loopback.answer({ 'POST /api/v5/trade/order': ok(response) })
    expect(await stage.submit(ENTRY, { price: ticks(600_001) })).toMatchObject({ outcome: { kind: 'unknown' } })
  })
})

describe('a cancel at OKX', () => {
  const CANCEL = { kind: 'cancel', symbol: 'BTCUSDT', venueClientId: STOP } as const
  const gone = { code: '1', msg: '', data: [{ algoId: '', ordId: '', sCode: '51400', sMsg: 'It does not exist.' }] }

  it('queries both lists by client order id, and finds nothing open when both confirm it', async () => {
    stage.loopback.answer({
      'POST /api/v5/trade/cancel-order': gone,
      'POST /api/v5/trade/cancel-algos': gone,
    })
    expect(await stage.send({ ...CANCEL, venueClientId: 'tX00010000000000000000000000000C' })).toMatchObject({
      outcome: { kind: 'notOpen' },
    })
    expect(requestBodies('/api/v5/trade/cancel-order')).toEqual([
      { instId: 'BTC-USDT-SWAP', clOrdId: 'tX00010000000000000000000000000C' },
    ])
    expect(requestBodies('/api/v5/trade/cancel-algos')).toEqual([
      [{ instId: 'BTC-USDT-SWAP', algoClOrdId: 'tX00010000000000000000000000000C' }],
    ])
  })

  it('queries the outcome, as the answer is only an acknowledgement', async () => {
    stage.loopback.answer({
      'POST /api/v5/trade/cancel-order': gone,
      'POST /api/v5/trade/cancel-algos': ok({ algoId: AN_ALGO.algoId, sCode: '0', sMsg: '' }),
      'GET /api/v5/trade/order-algo': ok({ ...AN_ALGO, state: 'canceled', uTime: '1789999992000' }),
    })
    expect(await stage.send(CANCEL)).toMatchObject({
      outcome: { kind: 'canceled', report: { venueClientId: STOP, status: 'CANCELED', atMs: 1_789_999_992_000 } },
    })
  })

  it('has an unknown outcome when it arrives while the order triggers', async () => {
    const data = [{ algoId: AN_ALGO.algoId, sCode: '51416', sMsg: 'Order has been triggered' }]
    stage.loopback.answer({
      'POST /api/v5/trade/cancel-order': gone,
      'POST /api/v5/trade/cancel-algos': { code: '1', msg: '', data },
    })
    expect(await stage.send(CANCEL)).toMatchObject({ outcome: { kind: 'unknown' } })
  })
})

describe('an order query at OKX', () => {
  const query = (venueClientId: string) =>
    stage.send({ kind: 'queryOrder', symbol: 'BTCUSDT', venueClientId, queryId: 1 } as const)
  const absent = { code: '51603', msg: 'Order does not exist', data: [] }

  it('finds an order with its execution', async () => {
    stage.loopback.answer({
      'GET /api/v5/trade/order': ok({ ...AN_ORDER, state: 'filled', accFillSz: '0.2', avgPx: '60000.1' }),
      'GET /api/v5/trade/order-algo': absent,
      'GET /api/v5/trade/fills': ok(A_FILL),
    })
    expect(await query(ENTRY)).toMatchObject({
      outcome: {
        kind: 'found',
        order: {
          venueClientId: ENTRY,
          exchangeOrderId: AN_ORDER.ordId,
          status: 'FILLED',
          filled: 2,
          terms: { side: 'BUY', type: 'LIMIT', quantity: 2, price: 600_001, timeInForce: 'GTC', reduceOnly: false },
        },
        fills: [
          {
            execId: `BTCUSDT:107601752-${AN_ORDER.ordId}`,
            venueClientId: ENTRY,
            price: 600_001,
            quantity: 2,
            fee: 600_000n,
            liquidity: 'TAKER',
            kind: 'TRADE',
            executedAtMs: 1_789_999_990_500,
          },
        ],
      },
    })
  })

  it('follows a stop to the order it has triggered', async () => {
    const became = {
      ...AN_ORDER,
      ...{
        ordId: '77',
        clOrdId: '',
        algoId: AN_ALGO.algoId,
        algoClOrdId: STOP,
        ordType: 'market',
        px: '',
        side: 'sell',
      },
      ...{ state: 'filled', accFillSz: '0.2', reduceOnly: 'true', uTime: '1789999996000' },
    }
    stage.loopback.answer({
      'GET /api/v5/trade/order-algo': ok({ ...AN_ALGO, state: 'effective', ordId: '77' }),
      'GET /api/v5/trade/order': ({ query }: { query: Record<string, string> }) =>
        query.ordId === '77' ? ok(became) : absent,
      'GET /api/v5/trade/fills': ok({
        ...A_FILL,
        ordId: '77',
        clOrdId: '',
        side: 'sell',
        fillPx: '49990',
        subType: '2',
      }),
    })
    expect(await query(STOP)).toMatchObject({
      outcome: {
        kind: 'found',
        order: { venueClientId: STOP, status: 'FILLED', filled: 2, terms: { trigger: { price: 500_000, by: 'MARK' } } },
        fills: [{ venueClientId: STOP, side: 'SELL', price: 499_900, exchangeOrderId: '77' }],
      },
    })
    expect(stage.loopback.requestsTo('/api/v5/trade/order-algo')[0]?.query).toEqual({ algoClOrdId: STOP })
  })

  it('finds nothing when every list confirms it', async () => {
    stage.loopback.answer({ 'GET /api/v5/trade/order': absent, 'GET /api/v5/trade/order-algo': absent })
    expect(await query('tE0001000000000000000000000000ZZ')).toMatchObject({ outcome: { kind: 'notFound' } })
  })

  it('fails when one list does not answer', async () => {
    stage.loopback.answer({
      'GET /api/v5/trade/order': absent,
      'GET /api/v5/trade/order-algo': { code: '50013', msg: 'Systems are busy. Please try again later.', data: [] },
    })
    expect(await query('tE0001000000000000000000000000ZZ')).toMatchObject({ outcome: { kind: 'failed' } })
  })
})

describe('the account at OKX', () => {
  const read = () => stage.send({ kind: 'readAccount', sinceMs: NOW_MS - 3_600_000, queryId: 1 } as const)

  it('is read completely, with cash as the wallet balance and a short position as negative', async () => {
    stage.loopback.answer({
      'GET /api/v5/account/positions': ok(A_POSITION),
      'GET /api/v5/trade/orders-pending': ok(AN_ORDER),
      'GET /api/v5/trade/orders-algo-pending': ({ query }: { query: Record<string, string> }) =>
        query.ordType === 'conditional,oco' ? ok(AN_ALGO) : none,
      'GET /api/v5/trade/fills': ok(A_FILL),
      'GET /api/v5/account/bills': ok(A_BILL),
    })
    expect(await read()).toMatchObject({
      snapshot: {
        walletBalance: 100_012_345_679n,
        positions: [
          {
            symbol: 'BTCUSDT',
            quantity: -2,
            cost: 12_000_020_000n,
            liquidationPrice: 4_160_895_908_388n,
            leverage: 3,
            maintenanceMargin: 48_000_080n,
          },
        ],
        openOrders: [
          { venueClientId: ENTRY, status: 'NEW' },
          { venueClientId: STOP, status: 'UNTRIGGERED', terms: { type: 'STOP_MARKET', reduceOnly: true } },
        ],
        fills: [{ venueClientId: ENTRY, quantity: 2 }],
        funding: [{ symbol: 'BTCUSDT', amount: -1_487_527n, settledAtMs: 1_789_999_995_588 }],
      },
    })
  })

  it('is read page by page', async () => {
    const page = Array.from({ length: 100 }, (_, index) => ({
      ...A_FILL,
      billId: `${900 - index}`,
      tradeId: `${index}`,
    }))
    stage.loopback.answer({ 'GET /api/v5/trade/fills': [ok(...page), ok({ ...A_FILL, billId: '7', tradeId: '100' })] })
    expect(await read()).toMatchObject({ snapshot: { fills: { length: 101 } } })
    expect(stage.loopback.requestsTo('/api/v5/trade/fills').map(({ query }) => query.after)).toEqual([undefined, '801'])
  })

  it.each([
    ['100', 'LIQUIDATION'],
    ['105', 'LIQUIDATION'],
    ['125', 'ADL'],
    ['128', 'ADL'],
  ])('reports an execution of type %s as %s, and as an external order', async (subType, kind) => {
    stage.loopback.answer({ 'GET /api/v5/trade/fills': ok({ ...A_FILL, subType, clOrdId: '', tradeId: '-1' }) })
    expect(await read()).toMatchObject({ snapshot: { fills: [{ kind, venueClientId: null }] } })
  })

  it('queries the slower lists for old entries', async () => {
    await stage.send({ kind: 'readAccount', sinceMs: NOW_MS - 20 * 86_400_000, queryId: 1 })
    const [first] = stage.loopback.requestsTo('/api/v5/trade/fills-history')
    expect(Number(first?.query.end) - Number(first?.query.begin)).toBeLessThan(7 * 86_400_000)
    expect(stage.loopback.requestsTo('/api/v5/account/bills-archive').length).toBeGreaterThan(0)
    expect(stage.loopback.requestsTo('/api/v5/trade/fills').length).toBeGreaterThan(0)
  })

  it('is not reported when a position cannot be read', async () => {
    stage.loopback.answer({ 'GET /api/v5/account/positions': ok({ ...A_POSITION, pos: '0.25' }) })
    expect(await read()).toMatchObject({ snapshot: null })
    expect(stage.troubles.present.has('UNREADABLE')).toBe(true)
  })

  const OF_OTHERS = { ...AN_ALGO, algoId: '431375349042389999', algoClOrdId: 'somebody' }
  const A_TRIGGER = {
    ...OF_OTHERS,
    ...{ ordType: 'trigger', side: 'buy', reduceOnly: '', slTriggerPx: '', slOrdPx: '', slTriggerPxType: '' },
    ...{ triggerPx: '70000', triggerPxType: 'last', ordPx: '-1', last: '60000' },
  }

  it.each([
    [
      'a stop and a take profit',
      { ...OF_OTHERS, ordType: 'oco', tpTriggerPx: '70000', tpOrdPx: '-1' },
      { type: 'STOP_MARKET', trigger: { price: 500_000, by: 'MARK' }, quantity: 2, reduceOnly: true },
    ],
    [
      'a stop that becomes a limit order',
      { ...OF_OTHERS, slOrdPx: '49990', reduceOnly: 'false' },
      { type: 'LIMIT', price: 499_900, trigger: { price: 500_000, by: 'MARK' }, reduceOnly: false },
    ],
    [
      'a part of the position instead of a quantity',
      { ...OF_OTHERS, closeFraction: '1', sz: '' },
      { type: 'STOP_MARKET', quantity: 0, reduceOnly: true },
    ],
    [
      'a trigger above the market to buy',
      A_TRIGGER,
      { type: 'STOP_MARKET', trigger: { price: 700_000, by: 'LAST' }, quantity: 2, reduceOnly: false },
    ],
    ['a trigger below the market to buy', { ...A_TRIGGER, last: '80000' }, { type: 'TAKE_PROFIT_MARKET' }],
    ['a trigger that becomes a limit order', { ...A_TRIGGER, ordPx: '70010' }, { type: 'LIMIT', price: 700_100 }],
  ])('reports an external order with %s', async (_what, order, terms) => {
    stage.loopback.answer({
      'GET /api/v5/trade/orders-algo-pending': ({ query }: { query: Record<string, string> }) =>
        query.ordType?.includes(order.ordType) ? ok(order) : none,
    })
    expect(await read()).toMatchObject({
      snapshot: { openOrders: [{ venueClientId: 'somebody', status: 'UNTRIGGERED', terms }] },
    })
    expect(stage.troubles.present.has('UNREADABLE')).toBe(false)
  })

  it('counts an external order of an unknown type at its worst case, and raises trouble', async () => {
    stage.loopback.answer({
      'GET /api/v5/trade/orders-pending': ok({
        ...AN_ORDER,
        ordId: '2657625147249619999',
        clOrdId: 'somebody',
        ordType: 'x',
      }),
    })
    expect(await read()).toMatchObject({
      snapshot: { openOrders: [{ terms: { side: 'BUY', type: 'MARKET', quantity: 2, reduceOnly: false } }] },
    })
    expect(stage.troubles.present.get('UNREADABLE')?.detail).toContain('of an unknown type')
  })

  it('is not read while a position has isolated margin', async () => {
    stage.loopback.answer({ 'GET /api/v5/account/positions': ok({ ...A_POSITION, mgnMode: 'isolated' }) })
    expect(await read()).toMatchObject({ snapshot: null })
    expect(stage.troubles.present.get('UNREADABLE')).toMatchObject({ detail: expect.stringContaining('isolated') })
  })
})
