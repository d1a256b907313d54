import { expect, it } from 'vitest'
import { protectionWarnings } from './protection-warnings.ts'
import { aPosition } from './samples.ts'

const leg = (triggerPrice: string) =>
  ({ triggerPrice, triggerBy: 'MARK', orderId: null, status: null, qty: null, standingTriggerPrice: null }) as const
const plain = aPosition({ qty: '0.010', entryPrice: '64000', markPrice: '64800' })
const held = { ...plain, protection: { ...plain.protection, stopLoss: leg('62000.5') } }
const short = { ...held, direction: 'SHORT', protection: { ...held.protection, stopLoss: leg('66000') } } as const

it.each([
  [held, '64799.9', undefined],
  [
    held,
    '64800',
    'The stop of a LONG must be below the mark price, 64,800.0. At this price it would trigger immediately and be rejected.',
  ],
  [short, '64800.1', undefined],
  [
    short,
    '64700',
    'The stop of a SHORT must be above the mark price, 64,800.0. At this price it would trigger immediately and be rejected.',
  ],
] as const)('warns that for %o a stop at %s is on the wrong side', (position, stop, warning) => {
  expect(protectionWarnings(position, { stop, target: '' })).toEqual({
    stop: warning,
    target: undefined,
    widened: undefined,
  })
})

it.each([
  [held, '64800.1', undefined],
  [
    held,
    '64800',
    'The target of a LONG must be above the mark price, 64,800.0. At this price it would trigger immediately and be rejected.',
  ],
  [
    short,
    '64800',
    'The target of a SHORT must be below the mark price, 64,800.0. At this price it would trigger immediately and be rejected.',
  ],
] as const)('warns that for %o a target at %s is on the wrong side', (position, target, warning) => {
  expect(protectionWarnings(position, { stop: '', target }).target).toBe(warning)
})

it.each([
  [held, '62000.5', undefined],
  [held, '63000', undefined],
  [held, '61000', 'This widens the stop: the result is 10.01 USDT worse than at the current 62,000.5.'],
  [short, '66500', 'This widens the stop: the result is 5.00 USDT worse than at the current 66,000.0.'],
  [plain, '61000', undefined],
] as const)('warns when for %o a stop at %s is wider than before', (position, stop, warning) => {
  expect(protectionWarnings(position, { stop, target: '' }).widened).toBe(warning)
})

it('returns no warning for text that is not a price, or without a mark price', () => {
  const nothing = { stop: undefined, target: undefined, widened: undefined }
  expect(protectionWarnings(held, { stop: 'abc', target: '-1' })).toEqual(nothing)
  expect(protectionWarnings({ ...plain, markPrice: null }, { stop: '70000', target: '1' })).toEqual(nothing)
})
