import { expect, it } from 'vitest'
import { rankStrategies, sumLastDays } from './results.ts'

const DAYS = [
  { day: '2026-11-22', trades: 1, net: '100' },
  { day: '2026-11-23', trades: 2, net: '-3.2' },
  { day: '2026-11-29', trades: 1, net: '0.1' },
]

it.each([
  [1, '0.1'],
  [7, '-3.1'],
  [8, '96.9'],
])('sums the last %d UTC days exactly, today included', (count, sum) => {
  expect(sumLastDays({ days: DAYS, to: '2026-11-29T07:00:00.000Z' }, count)).toBe(sum)
})

const aGroup = (key: string | null, net: string) => ({
  ...{ key, net, trades: 1, wins: 0, gross: net, fees: '0', funding: '0' },
  ...{ profitFactor: null, meanR: null },
})

it('ranks strategies by net result, without positions that no strategy opened', () => {
  const groups = [aGroup(null, '99'), aGroup('S01', '-9'), aGroup('S02', '10'), aGroup('S03', '2')]
  const { best, worst } = rankStrategies({ byStrategy: groups })
  expect([best?.key, worst?.key]).toEqual(['S02', 'S01'])
})

it('does not rank the only strategy as the worst too', () => {
  expect(rankStrategies({ byStrategy: [aGroup('S01', '-9')] }).worst).toBeUndefined()
})
