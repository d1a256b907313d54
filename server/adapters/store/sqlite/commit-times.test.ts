import { describe, expect, it } from 'vitest'
import { commitP99, createCommitTimes, noteCommit } from './store.ts'

const MINUTE_MS = 60_000

const times = (...commits: readonly (readonly [tookMs: number, nowMs: number])[]) => {
  const noted = createCommitTimes()
  for (const [tookMs, nowMs] of commits) noteCommit(noted, tookMs, nowMs)
  return noted
}

const many = (count: number, tookMs: number, nowMs = 0) => Array.from({ length: count }, () => [tookMs, nowMs] as const)

describe('commitP99', () => {
  it('is unknown before anything was committed', () => {
    expect(commitP99(createCommitTimes(), 0)).toBeNull()
  })

  it.each([0.001, 0.2, 1, 3.7, 250, 9_999])(
    'is never below %d ms when all took that long, nor a tenth above',
    (tookMs) => {
      const p99 = commitP99(times(...many(50, tookMs)), 0) ?? 0
      expect([p99 >= tookMs, p99 <= tookMs * 1.1]).toEqual([true, true])
    },
  )

  it('ignores one slow commit in a hundred, but not two', () => {
    expect(commitP99(times(...many(99, 1), [80, 0]), 0)).toBe(1)
    expect(commitP99(times(...many(98, 1), [80, 0], [80, 0]), 0)).toBeGreaterThanOrEqual(80)
  })

  it('drops what is older than a minute', () => {
    const noted = times(...many(100, 64, 0), ...many(100, 1, MINUTE_MS - 1))
    expect(commitP99(noted, MINUTE_MS - 1)).toBe(64)
    expect(commitP99(noted, MINUTE_MS)).toBe(1)
  })

  it('reuses a row after a minute', () => {
    expect(commitP99(times(...many(100, 64, 500), [1, MINUTE_MS + 500]), MINUTE_MS + 500)).toBe(1)
  })

  it('returns the faster of the last two when a minute has been quiet', () => {
    expect(commitP99(times([64, 0], [2, 1]), 10 * MINUTE_MS)).toBe(2)
    expect(commitP99(times([2, 0], [64, 1]), 10 * MINUTE_MS)).toBe(2)
    expect(commitP99(times([64, 0]), 10 * MINUTE_MS)).toBe(64)
  })

  it.each([1, 2, 20, 99])('returns the usual duration when one commit beside %i others was slow', (others) => {
    expect(commitP99(times(...many(others, 1), [2_000, 0]), 0)).toBe(1)
  })

  it.each([1, 20, 90])('returns the slow duration when two commits beside %i others were', (others) => {
    expect(commitP99(times(...many(others, 1), [2_000, 0], [2_000, 0]), 0)).toBeGreaterThanOrEqual(2_000)
  })

  it('accepts durations of zero and of infinity', () => {
    expect(commitP99(times([0, 0]), 0)).toBeLessThan(0.01)
    expect(commitP99(times(...many(2, 1e9)), 0)).toBe(2 ** 15)
  })
})
