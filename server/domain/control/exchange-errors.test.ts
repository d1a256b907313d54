import { describe, expect, it } from 'vitest'
import { type Attempt, computeErrorPct, noteAttempt } from './breakers.ts'

const attempts = (...failed: readonly boolean[]): Attempt[] =>
  failed.map((one, index) => ({ atMs: index, failed: one }))

describe('the share of failed orders', () => {
  it.each<[string, readonly boolean[], number | null]>([
    ['none', [], null],
    ['four, of which all failed', [true, true, true, true], null],
    ['five, of which one failed', [true, false, false, false, false], 20],
    ['six, of which two failed', [true, false, true, false, false, false], 100 / 3],
    ['five, of which all failed', [true, true, true, true, true], 100],
  ])('is defined for five and more in a minute: %s', (_name, failed, pct) => {
    expect(computeErrorPct(attempts(...failed), 1_000)).toBe(pct)
  })

  it('covers the last minute only, in which each order counts until the end', () => {
    const retained = attempts(true, true, true, true, true)
    expect(computeErrorPct(retained, 60_000)).toBe(100)
    expect(computeErrorPct(retained, 60_001)).toBeNull()
  })

  it('keeps no more than a minute of orders', () => {
    const retained: Attempt[] = []
    for (let atMs = 0; atMs < 600_000; atMs += 1_000) noteAttempt(retained, { atMs, failed: false })
    expect(retained).toHaveLength(61)
  })
})
