import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../core/instant.ts'
import {
  countEvent,
  createEventRate,
  type EventRate,
  presetRate,
  rateReading,
  watchedMs,
  watchUntil,
} from './event-rate.ts'

const START_MS = Date.UTC(2026, 10, 16)

/** Watches whole hours with so many events in each. */
const pass = (rate: EventRate, hours: number, eventsIn: (hour: number) => number): number => {
  let at = START_MS
  for (let hour = 0; hour < hours; hour++) {
    for (let event = 0; event < eventsIn(hour); event++) countEvent(rate, at + event)
    for (let second = 0; second < 3_600; second += 10) {
      at += 10 * SECOND_MS
      watchUntil(rate, at)
    }
  }
  return at
}

describe('an event rate', () => {
  it('is compared with the prior rate before any observation', () => {
    const rate = createEventRate()
    for (let event = 0; event < 30; event++) countEvent(rate, START_MS + event)
    expect(rateReading(rate, START_MS + SECOND_MS)).toEqual({
      n: 30,
      expectedPerHour: 6,
      z: 24 / Math.sqrt(6),
      baselineDays: 0,
    })
  })

  it('does not compare an hour with itself', () => {
    const rate = createEventRate()
    const at = pass(rate, 2, (hour) => (hour === 1 ? 100 : 0))
    watchUntil(rate, at + 1)
    expect(rateReading(rate, at - 1).n).toBe(100)
    expect(rateReading(rate, at + 1).expectedPerHour).toBeLessThanOrEqual(6)
  })

  it('pools all hours until a week is complete, and then uses the hour of the week', () => {
    const busy = (hour: number): number => (hour % 24 === 12 ? 48 : 0)
    const young = createEventRate()
    const day = pass(young, 72, busy)
    expect(rateReading(young, day + 12 * HOUR_MS).expectedPerHour).toBeCloseTo(2.1, 0)
    const old = createEventRate()
    const week = pass(old, 24 * 15, busy)
    expect(rateReading(old, week + 12 * HOUR_MS).expectedPerHour).toBeGreaterThan(20)
    expect(rateReading(old, week + 6 * HOUR_MS).expectedPerHour).toBeLessThan(2)
  })

  it('never expects a rate of zero', () => {
    const rate = createEventRate()
    presetRate(rate, { perHour: 0, days: 30 })
    for (let event = 0; event < 3; event++) countEvent(rate, START_MS)
    const { expectedPerHour, z, baselineDays } = rateReading(rate, START_MS)
    expect([expectedPerHour, z, baselineDays]).toEqual([1, 2, expect.closeTo(30, 9)])
  })

  it('excludes order book silence from the observed time', () => {
    const rate = createEventRate()
    for (let hour = 0; hour < 48; hour++) watchUntil(rate, START_MS + hour * HOUR_MS)
    expect(rateReading(rate, START_MS + 2 * DAY_MS).baselineDays).toBe(0)
  })

  it('returns its observed time, without the silences', () => {
    const rate = createEventRate()
    expect(watchedMs(rate)).toBe(0)
    watchUntil(rate, START_MS)
    const at = pass(rate, 3, () => 0)
    expect(watchedMs(rate)).toBe(3 * HOUR_MS)
    watchUntil(rate, at + HOUR_MS)
    expect(watchedMs(rate)).toBe(3 * HOUR_MS)
  })
})
