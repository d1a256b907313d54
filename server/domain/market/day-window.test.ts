import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCandle, NOON_MS, someMinutes } from '../../../test/support/market-samples.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { type Candle, mergeCandles } from './candle.ts'
import { ticks } from './instrument.ts'
import { createDayWindow, type DayWindow } from './instrument-market.ts'

const buildWindow = (minutes: readonly Candle[]): DayWindow => {
  const day = createDayWindow()
  for (const minute of minutes) day.add(minute)
  return day
}

/** Minutes of so many hours whose high rises and whose low falls by one with every hour. */
const widening = (hours: number): Candle[] =>
  Array.from({ length: hours * 60 }, (_, index) => {
    const hour = Math.floor(index / 60)
    return aCandle({ openMs: NOON_MS + index * MINUTE_MS, prices: [100, 100 + hour, 100 - hour, 100] })
  })

describe('createDayWindow', () => {
  it('averages the true range of complete hours, except the last one', () => {
    expect(buildWindow(widening(8)).hourlyRange()).toBe((2 + 4 + 6 + 8 + 10 + 12) / 6)
  })

  it("counts the gap to the previous hour's close as part of the range", () => {
    const apart = widening(8).map((minute) =>
      minute.openMs < NOON_MS + HOUR_MS ? { ...minute, close: ticks(150) } : minute,
    )
    expect(buildWindow(apart).hourlyRange()).toBe((51 + 4 + 6 + 8 + 10 + 12) / 6)
  })

  it('returns no range with fewer than six hours after the first', () => {
    expect(buildWindow(widening(7)).hourlyRange()).toBeNull()
  })

  it('is empty until it receives data', () => {
    const day = createDayWindow()
    expect([day.knownToMs, day.summary(undefined)]).toEqual([undefined, undefined])
    expect(day.summary(aCandle())).toEqual(aCandle())
  })

  it('sums the minutes of 24 hours, the forming one included, and forgets older ones', () => {
    const day = buildWindow([aCandle({ openMs: NOON_MS - MINUTE_MS, prices: [1, 999, 1, 1] }), ...someMinutes(1_439)])
    expect(day.knownToMs).toBe(NOON_MS + DAY_MS - MINUTE_MS)
    const forming = aCandle({ openMs: NOON_MS + DAY_MS - MINUTE_MS, prices: [11, 50, 3, 40] })
    expect(day.summary(forming)).toMatchObject({
      openMs: NOON_MS,
      open: 10,
      high: 50,
      low: 3,
      close: 40,
      volume: 1_440 * 5,
      tradeCount: 1_440 * 4,
    })
    expect(day.summary(undefined)).toMatchObject({ openMs: NOON_MS, high: 12, volume: 1_439 * 5 })
  })

  it('replaces a minute that is published again', () => {
    const day = buildWindow(someMinutes(3))
    day.summary(undefined)
    day.add(aCandle({ openMs: NOON_MS + 2 * MINUTE_MS, volume: 100 }))
    expect(day.summary(undefined)?.volume).toBe(110)
    expect(day.knownToMs).toBe(NOON_MS + 3 * MINUTE_MS)
  })

  it('ignores what lies more than a day before the forming minute', () => {
    const day = buildWindow(someMinutes(120))
    const forming = aCandle({ openMs: NOON_MS + DAY_MS + HOUR_MS - MINUTE_MS })
    expect(day.summary(forming)).toMatchObject({ openMs: NOON_MS + HOUR_MS, volume: 61 * 5 })
    expect(day.summary(aCandle({ openMs: NOON_MS + 3 * DAY_MS }))).toEqual(aCandle({ openMs: NOON_MS + 3 * DAY_MS }))
  })

  it('always equals its minutes merged in order, whatever was queried and published again before', () => {
    const anySteps = fc.array(
      fc.record({ skip: fc.constantFrom(0, 1, 1, 1, 7, 61), volume: fc.nat(9), readSummary: fc.boolean() }),
      { minLength: 1, maxLength: 300 },
    )
    fc.assert(
      fc.property(anySteps, (steps) => {
        const day = createDayWindow()
        const minutes: Candle[] = []
        let openMs = NOON_MS
        for (const { skip, volume, readSummary } of steps) {
          openMs += skip * MINUTE_MS
          const minute = aCandle({ openMs, volume, prices: [10, 10 + volume, 10 - volume, 10] })
          if (minutes.at(-1)?.openMs === openMs) minutes.pop()
          minutes.push(minute)
          day.add(minute)
          if (!readSummary) continue
          day.summary(undefined)
          day.hourlyRange()
        }
        const retained = minutes.filter((minute) => minute.openMs > openMs + MINUTE_MS - DAY_MS)
        expect(day.summary(undefined)).toEqual(retained.reduce(mergeCandles))
        expect(day.hourlyRange()).toBe(buildWindow(retained).hourlyRange())
      }),
    )
  })
})
