import { expect, it } from 'vitest'
import { createAlert, isReached, parseAlerts } from './price-alerts.ts'

it.each([
  { markPrice: '63999.9', direction: 'ABOVE', reachedAt: ['64000', '64000.1'] },
  { markPrice: '64000.1', direction: 'BELOW', reachedAt: ['63999.9', '64000'] },
])('at 64000, set while the mark price is $markPrice, is reached from the other side', (expected) => {
  const alert = createAlert('BTCUSDT', '64000', expected.markPrice)
  expect(alert.direction).toBe(expected.direction)
  const marks = ['63999.9', '64000', '64000.1']
  expect(marks.filter((mark) => isReached(alert, mark))).toEqual(expected.reachedAt)
})

it('returns the stored alerts, and none that is invalid', () => {
  const alert = createAlert('BTCUSDT', '64000', '63000')
  expect(parseAlerts(JSON.stringify([alert, { ...alert, price: 'high' }, 'x', null]))).toEqual([alert])
  expect([null, '{', '{}', '7'].map(parseAlerts)).toEqual([[], [], [], []])
})
