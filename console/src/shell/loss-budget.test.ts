import { expect, it } from 'vitest'
import { computeLossBudget } from './loss-budget.ts'

it.each([
  ['0', { left: '200', share: 1 }],
  ['-50.5', { left: '149.5', share: 0.7475 }],
  ['30', { left: '230', share: 1 }],
  ['-200', { left: '0', share: 0 }],
  ['-260', { left: '0', share: 0 }],
])('after %s of 10,000 with a limit of 2%% leaves %j', (net, budget) => {
  expect(computeLossBudget({ net, openingEquity: '10000', limitPercent: 2 })).toEqual({ allowed: '200', ...budget })
})
