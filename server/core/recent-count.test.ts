import { describe, expect, it } from 'vitest'
import { createRecentCount } from './recent-count.ts'

describe('a count of recent events', () => {
  it('counts the current slot and as many earlier ones as the span has', () => {
    const count = createRecentCount(1_000, 60)
    for (const atMs of [0, 500, 1_000, 2_999]) count.note(atMs)
    expect(count.since(1_000, 2_999)).toBe(1)
    expect(count.since(3_000, 2_999)).toBe(4)
    expect(count.since(60_000, 59_999)).toBe(4)
  })

  it('drops slot by slot', () => {
    const count = createRecentCount(1_000, 60)
    for (const atMs of [0, 1_000]) count.note(atMs)
    expect(count.since(60_000, 60_000)).toBe(1)
    expect(count.since(60_000, 61_000)).toBe(0)
  })

  it('does not count an old slot again when its row is reused', () => {
    const count = createRecentCount(1_000, 2)
    for (const atMs of [0, 0, 0, 2_000]) count.note(atMs)
    expect(count.since(10_000, 2_000)).toBe(1)
  })
})
