import { describe, expect, it } from 'vitest'
import { DAY_MS, toRfc3339 } from './instant.ts'

describe('toRfc3339', () => {
  it('prints UTC with milliseconds', () => {
    expect(toRfc3339(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toRfc3339(20_000 * DAY_MS + 5)).toBe('2024-10-04T00:00:00.005Z')
  })
})
