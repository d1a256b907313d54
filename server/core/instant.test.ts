import { describe, expect, it } from 'vitest'
import { DAY_MS, parseDuration, toRfc3339 } from './instant.ts'

describe('toRfc3339', () => {
  it('prints UTC with milliseconds', () => {
    expect(toRfc3339(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toRfc3339(20_000 * DAY_MS + 5)).toBe('2024-10-04T00:00:00.005Z')
  })
})

describe('parseDuration', () => {
  it.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
    ['30', undefined],
    ['d', undefined],
    ['-1d', undefined],
    ['1.5h', undefined],
    ['1d ', undefined],
    ['1w', undefined],
    ['', undefined],
  ])('returns the milliseconds of "%s": %s', (text, duration) => {
    expect(parseDuration(text)).toBe(duration)
  })
})
