import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { createSeriesRecord, noteBar } from '../../domain/signal/series.ts'
import { countBars } from './coverage.ts'

const NOON_MS = Date.UTC(2026, 0, 2, 12)

const seriesWith = (bars: number, gap: readonly number[] = []) => {
  const record = createSeriesRecord()
  for (let bar = bars; bar > 0; bar--) if (!gap.includes(bar)) noteBar(record, NOON_MS - bar * MINUTE_MS)
  return { record }
}

const AT = { clockMs: NOON_MS + 10 * SECOND_MS, bootedAtMs: NOON_MS - HOUR_MS, isPastPending: false }

describe('countBars', () => {
  it('expects every bar that closed in a day, and finds the processed ones', () => {
    expect(countBars(seriesWith(3_000), '1m', AT)).toEqual({ evaluated: 1_439, expected: 1_439 })
  })

  it('expects nothing before the first bar', () => {
    expect(countBars(seriesWith(30), '1m', AT)).toEqual({ evaluated: 30, expected: 30 })
  })

  it('reports omitted bars', () => {
    expect(countBars(seriesWith(100, [7, 8, 9]), '1m', AT)).toEqual({ evaluated: 97, expected: 100 })
  })

  it('reports a silent market', () => {
    const later = { ...AT, clockMs: AT.clockMs + HOUR_MS }
    expect(countBars(seriesWith(60), '1m', later)).toEqual({ evaluated: 60, expected: 120 })
    expect(countBars(seriesWith(60), '1m', { ...AT, clockMs: NOON_MS + 2 * DAY_MS })).toEqual({
      evaluated: 0,
      expected: 1_439,
    })
  })

  it('allows ten seconds to process a bar that has just ended', () => {
    const early = { ...AT, clockMs: NOON_MS + 10 * SECOND_MS - 1 }
    expect(countBars(seriesWith(30, [1]), '1m', early)).toEqual({ evaluated: 29, expected: 29 })
    expect(countBars(seriesWith(30, [1]), '1m', AT)).toEqual({ evaluated: 29, expected: 30 })
  })

  it('expects no further bars while those of the past are being evaluated', () => {
    const pending = { ...AT, clockMs: AT.clockMs + HOUR_MS, isPastPending: true }
    expect(countBars(seriesWith(60, [7]), '1m', pending)).toEqual({ evaluated: 59, expected: 60 })
    expect(countBars(seriesWith(60), '1m', { ...pending, clockMs: NOON_MS + 2 * DAY_MS })).toEqual({
      evaluated: 0,
      expected: 0,
    })
    expect(countBars(undefined, '1m', pending)).toEqual({ evaluated: 0, expected: 0 })
  })

  it('expects the bars since the start of a series that never processed any', () => {
    expect(countBars(undefined, '1m', AT)).toEqual({ evaluated: 0, expected: 60 })
    expect(countBars(undefined, '5m', { ...AT, bootedAtMs: NOON_MS - 4 * MINUTE_MS })).toEqual({
      evaluated: 0,
      expected: 0,
    })
  })
})
