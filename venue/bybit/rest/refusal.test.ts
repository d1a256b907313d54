import { expect, it } from 'vitest'
import { badParameter, RET_CODES, Refusal, type RetCode } from './refusal.ts'

it.each(RET_CODES)('%i has a message', (code) => {
  const { message, retCode } = new Refusal(code as RetCode, 'a', 'b', 'c')
  expect(retCode).toBe(code)
  expect(message).toMatch(/\w/)
  expect(message).not.toContain('%s')
})

it('inserts its values in order', () => {
  expect(new Refusal(110092, '30000.00', '48000.00', 'MarkPrice').message).toBe(
    'expect Rising, but trigger_price[30000.00] <= current[48000.00]??MarkPrice',
  )
})

it('has a message of its own for a parameter', () => {
  expect([badParameter('Qty invalid').retCode, badParameter('Qty invalid').message]).toEqual([10001, 'Qty invalid'])
})
