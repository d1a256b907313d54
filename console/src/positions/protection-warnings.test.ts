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
    'A stop of a LONG has to lie below the mark price, 64,800.0. Here it would go off at once: it is refused.',
  ],
  [short, '64800.1', undefined],
  [
    short,
    '64700',
    'A stop of a SHORT has to lie above the mark price, 64,800.0. Here it would go off at once: it is refused.',
  ],
] as const)('says of %o with a stop at %s what side that is', (position, stop, warning) => {
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
    'A target of a LONG has to lie above the mark price, 64,800.0. Here it would go off at once: it is refused.',
  ],
  [
    short,
    '64800',
    'A target of a SHORT has to lie below the mark price, 64,800.0. Here it would go off at once: it is refused.',
  ],
] as const)('says of %o with a target at %s what side that is', (position, target, warning) => {
  expect(protectionWarnings(position, { stop: '', target }).target).toBe(warning)
})

it.each([
  [held, '62000.5', undefined],
  [held, '63000', undefined],
  [held, '61000', 'This widens the stop: it comes to 10.01 USDT less than at the present 62,000.5.'],
  [short, '66500', 'This widens the stop: it comes to 5.00 USDT less than at the present 66,000.0.'],
  [plain, '61000', undefined],
] as const)('says of %o with a stop at %s whether that is wider than before', (position, stop, warning) => {
  expect(protectionWarnings(position, { stop, target: '' }).widened).toBe(warning)
})

it('says nothing of what is no price, nor while the mark price is not known', () => {
  const nothing = { stop: undefined, target: undefined, widened: undefined }
  expect(protectionWarnings(held, { stop: 'abc', target: '-1' })).toEqual(nothing)
  expect(protectionWarnings({ ...plain, markPrice: null }, { stop: '70000', target: '1' })).toEqual(nothing)
})
