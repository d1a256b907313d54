import { PlimsollError } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { findFaults, refusedFields } from './faults.ts'
import { FRESH } from './ticket-values.ts'

const STEPS = { tickSize: '0.1', lotSize: '0.001' }

it.each([
  [{}, { size: 'is missing' }],
  [{ size: '0.01' }, {}],
  [{ size: '0,01' }, { size: 'must be a number such as 0.001' }],
  [{ size: '1 000', sizeIn: 'notional' }, { size: 'must be a number such as 12.5' }],
  [{ size: '0.0' }, { size: 'must be more than 0' }],
  [{ size: '0.0105' }, { size: 'must be a whole multiple of 0.001' }],
  [{ size: '0.0105', sizeIn: 'notional' }, {}],
  [{ size: '1', type: 'LIMIT' }, { price: 'is missing' }],
  [{ size: '1', type: 'LIMIT', price: '64000.05' }, { price: 'must be a whole multiple of 0.1' }],
  [{ size: '1', type: 'STOP_MARKET', price: 'left from before' }, { trigger: 'is missing' }],
  [{ size: '1', stop: '-1' }, { stop: 'must be a number such as 0.1' }],
  [{ size: '1', stop: '-1', reduceOnly: true }, {}],
  [{ size: '1', slippage: '0.5' }, { slippage: 'must be a whole number from 1 to 1000' }],
  [{ size: '1', slippage: 'little' }, { slippage: 'must be a whole number from 1 to 1000' }],
] as const)('finds the fault in %o', (change, faults) => {
  expect(findFaults({ ...FRESH, ...change }, STEPS)).toEqual(faults)
})

it('leaves the increments to the server while they are unknown', () => {
  expect(findFaults({ ...FRESH, size: '0.0105' }, undefined)).toEqual({})
})

const refusal = (...pointers: string[]): PlimsollError => {
  const errors = pointers.map((pointer) => ({ in: 'body', pointer, code: 'NOT_ALLOWED', detail: 'is wrong' }) as const)
  const about = { type: '', title: '', instance: '', requestId: '', retryable: false, status: 400 }
  const problem = { ...about, code: 'INVALID_PARAMETER', detail: 'wrong', errors }
  return new PlimsollError({ code: 'INVALID_PARAMETER', detail: 'wrong', status: 400, problem })
}

it('shows a server fault at its field, unless other faults remain', () => {
  const fields = refusedFields(refusal('/notional', '/stopLoss/triggerPrice'))
  expect(fields).toEqual({ size: 'is wrong', stop: 'is wrong' })
  expect(refusedFields(refusal('/qty', '/side'))).toBeUndefined()
  expect(refusedFields(new Error('no answer'))).toBeUndefined()
})
