import { expect, it } from 'vitest'
import { compareRuns } from './research.ts'

it('leaves out of a backtest only what changes nothing', { timeout: 240_000 }, () => {
  const results = [1, 2, 3, 45, 49, 87, 1200, 1384].map(compareRuns)
  expect(results.flatMap(({ violation }) => violation?.observed ?? [])).toEqual([])
  const trades = results.map(({ totals }) => totals.get('trades') ?? 0)
  expect(trades.filter((count) => count > 0).length).toBeGreaterThan(4)
})
