import { expect, it } from 'vitest'
import { listWarnings } from './run-warnings.ts'
import { filterRuns, formatStatistic, listStrategyIds, type RunOrder, sortRuns } from './statistics.ts'
import type { Run } from './types.ts'

const run = (runId: string, net: string, sharpe: number | null): Run => ({
  runId,
  at: '2025-01-01T00:00:00.000Z',
  strategyId: 'S05',
  exchange: 'simulated',
  symbols: ['BTCUSDT'],
  timeframes: ['1m'],
  fromMs: 0,
  toMs: 1,
  params: {},
  driver: 'exact',
  trades: Number(net) + 10,
  net,
  statistics: { sharpe: { value: sharpe, lack: sharpe === null ? 'fewer than 30 days' : null } },
})

it.each([
  ['netReturn', 0.0123, '1.23%'],
  ['maxDrawdown', 0.5, '50.00%'],
  ['sharpe', -1.234, '−1.23'],
  ['meanR', 0.5, '+0.50 R'],
  ['longestBelowDays', 12, '12 d'],
  ['sharpe', null, '—'],
])('formats %s of %s as %s', (name, value, text) => {
  expect(formatStatistic(name, value)).toBe(text)
})

it.each<[RunOrder, string[]]>([
  ['newest', ['a', 'b', 'c']],
  ['net', ['b', 'c', 'a']],
  ['sharpe', ['c', 'a', 'b']],
  ['maxDrawdown', ['a', 'b', 'c']],
])('sorts runs by %s, those without the figure last', (order, ids) => {
  const runs = [run('a', '-3', 1), run('b', '5', null), run('c', '2', 2)]
  expect(sortRuns(runs, order).map(({ runId }) => runId)).toEqual(ids)
})

it('warns of few trades, ambiguity, missing funding and open positions', () => {
  const bounds = { stopFirst: '10', targetFirst: '13', ambiguityCost: '3', ambiguousMinutes: 5, resolvedMinutes: 3 }
  const result = { net: '10', bounds, gapMinutes: 0, leftOpen: 1, pauses: [] } as never
  expect(listWarnings({ trades: 3, spec: { funding: false }, result })).toEqual([
    'Only 3 trades: most statistics need at least 30.',
    'The order of prices within 2 minutes accounts for 3.00 USDT, more than a fifth of the net result.',
    'Funding is not included.',
    '1 position was still open at the end.',
  ])
})

it('filters runs by strategy, and lists the strategies to choose from', () => {
  const runs = [run('a', '1', null), { ...run('b', '2', null), strategyId: 'S01' }]
  expect(filterRuns(runs, '')).toEqual(runs)
  expect(filterRuns(runs, 'S01').map(({ runId }) => runId)).toEqual(['b'])
  expect(listStrategyIds(runs, '')).toEqual(['S01', 'S05'])
  expect(listStrategyIds(undefined, 'S09')).toEqual(['S09'])
})
