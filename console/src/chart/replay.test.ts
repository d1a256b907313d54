import { expect, it } from 'vitest'
import { aCandle, MINUTE_MS } from './candle-samples.ts'
import { replayedCandles, replayStart, replayStep } from './replay.ts'

const closeTime = (minute: number): number => (minute + 1) * MINUTE_MS - 1
const candles = [...Array.from({ length: 120 }, (_, minute) => aCandle(minute)), { ...aCandle(120), closed: false }]

it('contains the candles that had closed, never the forming one', () => {
  expect(replayedCandles(candles, closeTime(1) - 1)).toEqual([aCandle(0)])
  expect(replayedCandles(candles, closeTime(500))).toHaveLength(120)
})

it('shows no longer candle before it has closed', () => {
  const hour = { ...aCandle(0), interval: '1h' as const, closeTimeMs: closeTime(59) }
  expect(replayedCandles([hour], closeTime(58))).toEqual([])
})

it('starts a hundred candles ago, or at the first one', () => {
  expect(replayStart(candles)).toBe(closeTime(19))
  expect(replayStart(candles.slice(0, 3))).toBe(closeTime(0))
  expect(replayStart([])).toBeUndefined()
})

it.each([
  [closeTime(19), 1, closeTime(20)],
  [closeTime(19), -1, closeTime(18)],
  [closeTime(19) + 5, 10, closeTime(29)],
  [closeTime(0), -1, closeTime(0)],
  [closeTime(119), 1, closeTime(119)],
])('moves from %d by %d candles to %d', (untilMs, bars, expected) => {
  expect(replayStep(candles, untilMs, bars)).toBe(expected)
})
