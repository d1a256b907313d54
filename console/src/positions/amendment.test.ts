import { expect, it } from 'vitest'
import { amendFault, amendRequest, crossingWarning, describeAmendment, isAmendable, notionalAt } from './amendment.ts'
import type { Order } from './orders.ts'
import { anOrder } from './samples.ts'

const limit = anOrder({
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '60000.0',
  triggerPrice: null,
  qty: '0.010',
  filledQty: '0.004',
  remainingQty: '0.006',
})
const conditional = anOrder({ type: 'STOP_MARKET', price: null, triggerPrice: '61000.0', triggerBy: 'MARK' })

it.each<[Partial<Order>, boolean]>([
  [{}, true],
  [{ status: 'PARTIALLY_FILLED' }, true],
  [{ status: 'PENDING_CANCEL' }, false],
  [{ status: 'FILLED' }, false],
  [{ origin: 'AUTOTRADING' }, false],
  [{ origin: 'EXTERNAL' }, false],
  [{ purpose: 'STOP_LOSS' }, false],
  [{ price: null }, false],
])('an order with %j can be amended: %s', (fields, expected) => {
  expect(isAmendable({ ...limit, ...fields })).toBe(expected)
})

it('requests what has changed, as price or as trigger', () => {
  expect(amendRequest(limit, { price: '60000', qty: '0.01' })).toBeUndefined()
  expect(amendRequest(limit, { price: '59900', qty: '0.01' })).toEqual({ price: '59900' })
  expect(amendRequest(limit, { price: '59900', qty: '0.02' })).toEqual({ price: '59900', qty: '0.02' })
  expect(amendRequest(conditional, { price: '61500', qty: conditional.qty })).toEqual({ triggerPrice: '61500' })
})

it.each([
  ['', '0.010', 'price above 0'],
  ['60000.05', '0.010', 'steps of 0.1'],
  ['60000', '0', 'size above 0'],
  ['60000', '0.0105', 'steps of 0.001'],
  ['60000', '0.004', 'larger than the 0.004 already filled'],
])('refuses a price of "%s" and a size of "%s"', (price, qty, text) => {
  expect(amendFault(limit, { price, qty })).toContain(text)
})

it('describes the change as an action', () => {
  expect(amendFault(limit, { price: '59900', qty: '0.02' })).toBeUndefined()
  expect(describeAmendment(limit, { price: '59900', qty: '0.02' })).toBe('Change price to 59,900.0 and size to 0.020')
  expect(describeAmendment(conditional, { triggerPrice: '61500' })).toBe('Change trigger to 61,500.0')
  expect(notionalAt(limit, '50000')).toBe('300')
})

it.each<[Partial<Order>, string, RegExp | undefined]>([
  [{ side: 'BUY' }, '59000', undefined],
  [{ side: 'BUY' }, '61000', /execute immediately\.$/],
  [{ side: 'SELL' }, '59000', /execute immediately\.$/],
  [{ side: 'BUY', timeInForce: 'POST_ONLY' }, '61000', /be rejected\.$/],
  [{ side: 'BUY', type: 'STOP_MARKET' }, '61000', undefined],
  [{ side: 'BUY', type: 'STOP_MARKET' }, '59000', /trigger immediately/],
  [{ side: 'BUY', type: 'TAKE_PROFIT_MARKET' }, '61000', /trigger immediately/],
])('warns when the mark price of 60,000 is beyond %j at %s', (fields, price, text) => {
  const warning = crossingWarning({ ...limit, ...fields }, price, '60000')
  if (text === undefined) expect(warning).toBeUndefined()
  else expect(warning).toMatch(text)
})
