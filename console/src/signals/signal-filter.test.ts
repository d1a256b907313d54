import { expect, it } from 'vitest'
import { ALL_SIGNALS, isAskedFor, queryOf } from './signal-filter.ts'

const signal = { symbol: 'BTCUSDT', timeframe: '5m', strategyId: 'S01', confidence: 0.5 } as Parameters<
  typeof isAskedFor
>[1]

it.each([
  [{}, true],
  [{ symbol: 'BTCUSDT', timeframe: '5m', strategyId: 'S01', minConfidence: '0.5' }, true],
  [{ symbol: 'ETHUSDT' }, false],
  [{ timeframe: '1m' }, false],
  [{ strategyId: 'S02' }, false],
  [{ minConfidence: '0.51' }, false],
] as const)('lists a signal where %o is asked for: %s', (asked, isListed) => {
  expect(isAskedFor({ ...ALL_SIGNALS, ...asked }, signal)).toBe(isListed)
  expect(queryOf({ ...ALL_SIGNALS, ...asked })).toEqual(asked)
})
