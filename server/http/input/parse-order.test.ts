import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderRequest as OrderBody } from '../../../contract/trading.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { printMoney } from '../../domain/account/money.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { TimeInForce, Trigger } from '../../domain/order/order.ts'
import type { OrderRequest } from '../../engine/model/events.ts'
import { parseOrder } from './parse-order.ts'

const instrument = anInstrument()
const limit: OrderBody = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  qty: '0.010',
  price: '100.5',
  reduceOnly: false,
}
const { price: _price, ...bare } = limit
const market: OrderBody = { ...bare, type: 'MARKET' }
const stop: OrderBody = { ...bare, type: 'STOP_MARKET', triggerPrice: '90' }

describe('an order body', () => {
  it('is converted to ticks and lots', () => {
    expect(parseOrder(limit, instrument)).toEqual({
      ok: true,
      value: {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'LIMIT',
        size: { quantity: 10 },
        price: 1_005,
        trigger: null,
        timeInForce: 'GTC',
        reduceOnly: false,
        stopLoss: null,
        takeProfit: null,
        maxSlippageBps: null,
        clientOrderId: null,
      },
    })
  })

  it('uses the default time in force and trigger source of its type', () => {
    expect(parseOrder(market, instrument)).toMatchObject({ value: { timeInForce: 'IOC', price: null } })
    expect(parseOrder(stop, instrument)).toMatchObject({
      value: { timeInForce: 'GTC', trigger: { price: 900, by: 'MARK' } },
    })
  })

  it.each<[string, OrderBody, string, string]>([
    ['a quantity of zero', { ...limit, qty: '0' }, '/qty', 'NOT_POSITIVE'],
    ['a quantity of minus zero', { ...limit, qty: '-0' }, '/qty', 'NOT_POSITIVE'],
    ['a negative quantity', { ...limit, qty: '-1' }, '/qty', 'NOT_POSITIVE'],
    ['a part of a lot', { ...limit, qty: '0.0015' }, '/qty', 'OFF_GRID'],
    ['more lots than can be counted', { ...limit, qty: '9007199254741' }, '/qty', 'TOO_LARGE'],
    ['a quantity of seventy digits', { ...limit, qty: '9'.repeat(70) }, '/qty', 'TOO_LARGE'],
    ['a negative price', { ...limit, price: '-100' }, '/price', 'NOT_POSITIVE'],
    ['a part of a tick', { ...limit, price: '100.05' }, '/price', 'OFF_GRID'],
    ['neither quantity nor notional', { ...bare, qty: undefined, price: '1' } as never, '/qty', 'MISSING'],
    ['both quantity and notional', { ...limit, notional: '5' }, '/notional', 'NOT_ALLOWED'],
    [
      'a notional finer than money',
      { ...market, qty: undefined, notional: '5.000000001' } as never,
      '/notional',
      'OFF_GRID',
    ],
    [
      'a notional beyond all bounds',
      { ...market, qty: undefined, notional: '1000000000001' } as never,
      '/notional',
      'TOO_LARGE',
    ],
    ['a LIMIT order without price', { ...bare }, '/price', 'MISSING'],
    ['a MARKET order with a price', { ...market, price: '100' }, '/price', 'NOT_ALLOWED'],
    ['a MARKET order that rests', { ...market, timeInForce: 'GTC' }, '/timeInForce', 'NOT_ALLOWED'],
    ['a MARKET order with a trigger', { ...market, triggerPrice: '90' }, '/triggerPrice', 'NOT_ALLOWED'],
    ['a stop without trigger', { ...bare, type: 'STOP_MARKET' }, '/triggerPrice', 'MISSING'],
    ['a stop off the grid', { ...stop, triggerPrice: '90.01' }, '/triggerPrice', 'OFF_GRID'],
    ['a stop with a price', { ...stop, price: '89' }, '/price', 'NOT_ALLOWED'],
    ['a stop that is not GTC', { ...stop, timeInForce: 'IOC' }, '/timeInForce', 'NOT_ALLOWED'],
    ['a stop with a slippage', { ...stop, maxSlippageBps: 5 }, '/maxSlippageBps', 'NOT_ALLOWED'],
    ['a trigger source without trigger', { ...limit, triggerBy: 'LAST' }, '/triggerBy', 'NOT_ALLOWED'],
    [
      'a reducing order with a stop',
      { ...limit, reduceOnly: true, stopLoss: { triggerPrice: '90' } },
      '/stopLoss',
      'NOT_ALLOWED',
    ],
    [
      'a protective stop off the grid',
      { ...limit, stopLoss: { triggerPrice: '90.01' } },
      '/stopLoss/triggerPrice',
      'OFF_GRID',
    ],
  ])('with %s is refused', (_name, body, pointer, code) => {
    const parsed = parseOrder(body, instrument)
    expect(parsed).toEqual({ ok: false, error: [expect.objectContaining({ pointer, code })] })
  })

  it('reports all its faults, and the increment that would fit', () => {
    const parsed = parseOrder({ ...limit, qty: '0.0001', price: '-1', triggerBy: 'LAST' }, instrument)
    expect(parsed.ok ? [] : parsed.error.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/price',
      '/qty',
      '/triggerBy',
    ])
    expect(parsed.ok ? '' : parsed.error.find(({ pointer }) => pointer === '/qty')?.detail).toContain('0.001')
  })

  it('always parses to the request it was printed from', () => {
    const price = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(ticks)
    const trigger = fc.record<Trigger>({ price, by: fc.constantFrom('MARK', 'LAST', 'INDEX') })
    const size = fc.oneof(
      fc.record({ quantity: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(lots) }),
      fc.record({ notional: fc.bigInt({ min: 1n, max: 10n ** 20n }) }),
    )
    const plan = { stopLoss: fc.option(trigger), takeProfit: fc.option(trigger) }
    const common = { symbol: fc.constant('BTCUSDT'), side: fc.constantFrom('BUY', 'SELL'), size, ...plan }
    const rest = {
      reduceOnly: fc.constant(false),
      clientOrderId: fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,36}$/)),
    }
    const none = fc.constant(null)
    const gtc = fc.constant<TimeInForce>('GTC')
    const request: fc.Arbitrary<OrderRequest> = fc.oneof(
      fc.record({
        ...{ ...common, ...rest, type: fc.constant('LIMIT'), price, trigger: none, maxSlippageBps: none },
        timeInForce: fc.constantFrom<TimeInForce>('GTC', 'IOC', 'FOK', 'POST_ONLY'),
      }),
      fc.record({
        ...{ ...common, ...rest, type: fc.constant('MARKET'), price: none, trigger: none },
        timeInForce: fc.constant<TimeInForce>('IOC'),
        maxSlippageBps: fc.option(fc.integer({ min: 1, max: 1_000 })),
      }),
      fc.record({
        ...{ ...common, ...rest, price: none, trigger, timeInForce: gtc, maxSlippageBps: none },
        type: fc.constantFrom('STOP_MARKET', 'TAKE_PROFIT_MARKET'),
      }),
    ) as fc.Arbitrary<OrderRequest>
    fc.assert(
      fc.property(request, (order) => {
        expect(parseOrder(printOrder(order), instrument)).toEqual({ ok: true, value: order })
      }),
    )
  })
})

const printOrder = (request: OrderRequest): OrderBody => {
  const { symbol, side, type, reduceOnly, timeInForce, size, price, trigger, stopLoss, takeProfit } = request
  return {
    symbol,
    side,
    type,
    reduceOnly,
    timeInForce,
    ...('quantity' in size
      ? { qty: instrument.quantity.print(size.quantity) }
      : { notional: printMoney(size.notional) }),
    ...(price !== null && { price: instrument.price.print(price) }),
    ...(trigger && printTrigger(trigger)),
    ...(stopLoss && { stopLoss: printTrigger(stopLoss) }),
    ...(takeProfit && { takeProfit: printTrigger(takeProfit) }),
    ...(request.maxSlippageBps !== null && { maxSlippageBps: request.maxSlippageBps }),
    ...(request.clientOrderId !== null && { clientOrderId: request.clientOrderId }),
  }
}

const printTrigger = ({ price, by }: Trigger) => ({ triggerPrice: instrument.price.print(price), triggerBy: by })
