import { expect, it } from 'vitest'
import { compareDrivers } from './drivers.ts'
import { compareRuns } from './research.ts'

it('omits from a backtest only what changes nothing', { timeout: 240_000 }, () => {
  const results = [1, 45, 49, 87, 1200, 1384, 4009, 20_069, 60_040].map(compareRuns)
  expect(results.flatMap(({ violation }) => violation?.observed ?? [])).toEqual([])
  const trades = results.map(({ totals }) => totals.get('trades') ?? 0)
  expect(trades.filter((count) => count > 0).length).toBeGreaterThan(2)
})

it('gives the same result with both drivers', { timeout: 240_000 }, () => {
  const results = [...Array.from({ length: 32 }, (_, index) => index + 1), 52, 210, 20_540, 80_041].map(compareDrivers)
  expect(results.flatMap(({ violation }) => violation?.observed ?? [])).toEqual([])
  const sum = (name: string): number => results.reduce((all, { totals }) => all + (totals.get(name) ?? 0), 0)
  expect(sum('backtests with both drivers')).toBeGreaterThan(20)
  expect(sum('trades with both drivers')).toBeGreaterThan(100)
  expect(sum('refusals with both drivers')).toBeGreaterThan(100)
  expect(sum('pauses with both drivers')).toBeGreaterThan(3)
})
