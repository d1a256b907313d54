import { expect, it } from 'vitest'
import { entryPrice, rewardToRisk, riskAtStop, sizeByBalance, sizeByRisk } from './sizing.ts'
import { FRESH } from './ticket-values.ts'

const TOUCH = { bestBidPrice: '99', bestAskPrice: '101' }
const LONG = { ...FRESH, stop: '91', target: '121' }
const AT = { entry: '101', lotSize: '0.001' }

it.each([
  [{}, '101'],
  [{ side: 'SELL' }, '99'],
  [{ type: 'LIMIT', price: '95' }, '95'],
  [{ type: 'LIMIT', price: '' }, undefined],
  [{ type: 'STOP_MARKET', trigger: '110' }, '110'],
] as const)('takes the entry of %j as %s', (fields, price) => {
  expect(entryPrice({ ...FRESH, ...fields }, TOUCH)).toBe(price)
})

it('sizes by the loss at the stop, in whole lots', () => {
  expect(sizeByRisk(LONG, { ...AT, equity: '10000', percent: 0.5 })).toBe('5')
  expect(sizeByRisk({ side: 'SELL', stop: '108' }, { ...AT, equity: '10000', percent: 1 })).toBe('14.285')
})

it.each(['', '101', '102', 'x'])('has no size for a long whose stop is %j', (stop) => {
  expect(sizeByRisk({ side: 'BUY', stop }, { ...AT, equity: '10000', percent: 1 })).toBeUndefined()
})

it('sizes by a share of the balance, and not below a lot', () => {
  expect(sizeByBalance({ ...AT, balance: '1010', percent: 50 })).toBe('5')
  expect(sizeByBalance({ ...AT, balance: '0.1', percent: 50 })).toBeUndefined()
})

it('weighs the target against the stop', () => {
  expect(rewardToRisk(LONG, '101')).toBe('2')
  expect(rewardToRisk({ ...LONG, target: '100' }, '101')).toBeUndefined()
  expect(riskAtStop({ ...LONG, size: '0.5' }, '101')).toBe('5')
})
