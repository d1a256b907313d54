import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barAt, FIB_SHARES, rayEnd, retracedPrice, timeAt } from './geometry.ts'

const MINUTE = 60_000
/** Three candles, of which one is missing before the last. */
const TIMES = { openTimesMs: [0, MINUTE, 3 * MINUTE], lengthMs: MINUTE }

it.each([
  { atMs: -2 * MINUTE, bar: -2 },
  { atMs: 0, bar: 0 },
  { atMs: MINUTE / 2, bar: 0.5 },
  { atMs: 2 * MINUTE, bar: 2 },
  { atMs: 3 * MINUTE, bar: 2 },
  { atMs: 5 * MINUTE, bar: 4 },
])('puts the instant $atMs on bar $bar', ({ atMs, bar }) => {
  expect(barAt(TIMES, atMs)).toBeCloseTo(bar)
})

it('puts everything on the first bar while there are no candles', () => {
  expect(barAt({ openTimesMs: [], lengthMs: 0 }, MINUTE)).toBe(0)
})

it('finds the bar of a time again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), (bar) => {
      expect(barAt(TIMES, timeAt(TIMES, bar))).toBeCloseTo(bar)
    }),
  )
})

it.each([
  { through: { x: 20, y: 20 }, end: { x: 100, y: 100 } },
  { through: { x: 0, y: 20 }, end: { x: 0, y: 20 } },
  { through: { x: 120, y: 10 }, end: { x: 120, y: 10 } },
])('draws a ray through $through to $end', ({ through, end }) => {
  expect(rayEnd({ x: 10, y: 10 }, through, 100)).toEqual(end)
})

it('draws a vertical ray beyond every screen', () => {
  expect(rayEnd({ x: 10, y: 10 }, { x: 10, y: 5 }, 100)).toEqual({ x: 10, y: -9_990 })
})

it('begins a retracement at the end of the move and ends it at its start', () => {
  const prices = FIB_SHARES.map((share) => retracedPrice(100, 200, share))
  expect([prices[0], prices[3], prices.at(-1)]).toEqual([200, 150, 100])
})
