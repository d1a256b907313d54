import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../core/instant.ts'
import { computeMidRank, createHourlySeries, setHour } from './hourly-series.ts'

const START_MS = Date.UTC(2026, 10, 1)

const buildSeries = (days: number, valueAt: (hour: number) => number) => {
  const series = createHourlySeries()
  for (let hour = 0; hour < days * 24; hour++) setHour(series, START_MS + hour * HOUR_MS, valueAt(hour))
  return { series, atMs: START_MS + days * DAY_MS }
}

describe('the middle rank', () => {
  it('puts a constant value in the middle', () => {
    const { series, atMs } = buildSeries(8, () => 0.0001)
    expect(computeMidRank(series, atMs, 0.0001, 7)).toBe(0.5)
  })

  it('is the share below plus half of the share that is equal', () => {
    const { series, atMs } = buildSeries(10, (hour) => hour % 4)
    expect([-1, 0, 3, 4].map((value) => computeMidRank(series, atMs, value, 7))).toEqual([0, 0.125, 0.875, 1])
  })

  it('is reversed for negated values', () => {
    const up = buildSeries(9, (hour) => Math.sin(hour))
    const down = buildSeries(9, (hour) => -Math.sin(hour))
    const rank = computeMidRank(up.series, up.atMs, 0.3, 7)
    expect(computeMidRank(down.series, down.atMs, -0.3, 7)).toBeCloseTo(1 - Number(rank), 12)
  })

  it('is undefined before there are enough days', () => {
    const { series, atMs } = buildSeries(6, () => 1)
    expect(computeMidRank(series, atMs, 1, 7)).toBeNull()
  })
})
