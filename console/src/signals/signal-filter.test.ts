import { expect, it } from 'vitest'
import { matchesFilter, readSignalFilter, toQuery } from './signal-filter.ts'

const ALL_SIGNALS = readSignalFilter(new URLSearchParams())

const signal = { symbol: 'BTCUSDT', timeframe: '5m', strategyId: 'S01', confidence: 0.5 } as Parameters<
  typeof matchesFilter
>[1]

it.each([
  [{}, true],
  [{ symbol: 'BTCUSDT', timeframe: '5m', strategyId: 'S01', minConfidence: '0.5' }, true],
  [{ symbol: 'ETHUSDT' }, false],
  [{ timeframe: '1m' }, false],
  [{ strategyId: 'S02' }, false],
  [{ minConfidence: '0.51' }, false],
] as const)('lists a signal when the filter is %o: %s', (filter, isListed) => {
  expect(matchesFilter({ ...ALL_SIGNALS, ...filter }, signal)).toBe(isListed)
  expect(toQuery({ ...ALL_SIGNALS, ...filter })).toEqual(filter)
})

it('reads the strategy from a link', () => {
  expect(readSignalFilter(new URLSearchParams('strategy=S03'))).toEqual({ ...ALL_SIGNALS, strategyId: 'S03' })
})
