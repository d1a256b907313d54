import { expect, it } from 'vitest'
import { presentProtection, protectionAct, protectionPatch } from './protection-patch.ts'
import { aPosition } from './samples.ts'

const leg = (triggerPrice: string) =>
  ({ triggerPrice, triggerBy: 'MARK', orderId: null, status: null, qty: null, standingTriggerPrice: null }) as const
const plain = aPosition({})
const held = {
  ...plain,
  protection: { ...plain.protection, stopLoss: leg('62000.5'), takeProfit: leg('70000') },
}

it('contains only the changed values', () => {
  expect(protectionPatch(held, presentProtection(held))).toBeUndefined()
  expect(protectionPatch(held, { stop: '62000.50', target: '70000.0' })).toBeUndefined()
  expect(protectionPatch(held, { stop: '63000', target: '70000' })).toEqual({ stopLoss: { triggerPrice: '63000' } })
  expect(protectionPatch(held, { stop: '62000.5', target: '71000' })).toEqual({ takeProfit: { triggerPrice: '71000' } })
})

it('removes an emptied target, but never a stop', () => {
  expect(protectionPatch(held, { stop: '62000.5', target: '' })).toEqual({ takeProfit: null })
  expect(protectionPatch(held, { stop: '', target: '70000' })).toBeUndefined()
})

it.each(['abc', '-1', '0', '1e5'])('is undefined while a field contains "%s"', (stop) => {
  expect(protectionPatch(held, { stop, target: '' })).toBeUndefined()
})

it.each([
  [{ stopLoss: { triggerPrice: '63000' } }, 'Move the stop to 63,000'],
  [{ stopLoss: { triggerPrice: '63000' }, takeProfit: null }, 'Move the stop to 63,000 and remove the target'],
  [{ takeProfit: { triggerPrice: '71000' } }, 'Set the target to 71,000'],
])('describes the change', (patch, words) => {
  expect(protectionAct(patch)).toBe(words)
})
