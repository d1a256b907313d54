import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { INTERVALS, intervalLength, intervalStart } from './interval.ts'

const instant = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2100, 0, 1) })
const interval = fc.constantFrom(...INTERVALS)

describe('openOf', () => {
  it('returns the opening instant of the one candle that contains an instant', () => {
    fc.assert(
      fc.property(interval, instant, (name, at) => {
        const openMs = intervalStart(name, at)
        expect(openMs <= at && at < openMs + intervalLength(name)).toBe(true)
        expect(intervalStart(name, openMs)).toBe(openMs)
        expect(intervalStart(name, openMs + intervalLength(name))).toBe(openMs + intervalLength(name))
      }),
    )
  })

  it('aligns every candle to a minute and within one day or one week', () => {
    fc.assert(
      fc.property(interval, instant, (name, at) => {
        expect(intervalStart(name, at)).toBe(intervalStart('1m', intervalStart(name, at)))
        const container = name === '1w' ? '1w' : '1d'
        expect(intervalStart(container, intervalStart(name, at))).toBe(intervalStart(container, at))
      }),
    )
  })

  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16'],
    ['2026-11-21T12:34:56.789Z', '2026-11-16'],
    ['2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['1970-01-01T00:00:00.000Z', '1969-12-29'],
    ['2027-01-01T00:00:00.000Z', '2026-12-28'],
  ])('begins the week of %s on Monday, %s', (at, monday) => {
    const openMs = intervalStart('1w', Date.parse(at))
    expect(openMs).toBe(Date.parse(monday))
    expect(new Date(openMs).getUTCDay()).toBe(1)
  })
})

describe('lengthOf', () => {
  it('grows from a minute to a week', () => {
    const lengths = INTERVALS.map(intervalLength)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect([lengths[0], lengths.at(-1)]).toEqual([MINUTE_MS, 7 * DAY_MS])
  })
})
