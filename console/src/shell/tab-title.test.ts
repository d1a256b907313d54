import { expect, it } from 'vitest'
import { formatTabTitle } from './tab-title.ts'

it.each([
  [{ state: undefined, isStale: false, dayNet: undefined, openPositions: undefined }, '— · — open · Plimsoll'],
  [{ state: 'RUNNING', isStale: false, dayNet: '12.345', openPositions: 3 }, '▲ +12.35 · 3 open · Plimsoll'],
  [
    {
      ...{ state: 'RUNNING', isStale: false, dayNet: '12.345', openPositions: 3 },
      ticker: { symbol: 'BTCUSDT', lastPrice: '61708.4', tickSize: '0.1' },
    },
    '61,708.4 BTCUSDT · ▲ +12.35 · 3 open · Plimsoll',
  ],
  [
    { state: 'HALTED', isStale: true, dayNet: '-0.5', openPositions: 0 },
    'STALE · HALTED · ▼ −0.50 · 0 open · Plimsoll',
  ],
])('shows %j as %s', (tabStatus, title) => {
  expect(formatTabTitle(tabStatus)).toBe(title)
})
