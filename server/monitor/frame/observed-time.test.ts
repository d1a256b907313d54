import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../core/instant.ts'
import { gapsOfDay, observedOfDay } from './observed-time.ts'

const NOW_MS = 100 * DAY_MS
const ago = (hours: number): number => NOW_MS - hours * HOUR_MS

describe('the observed part of a day', () => {
  it.each<[string, number, [number, number][], number]>([
    ['is all of it without a gap', 90, [], 24],
    ['is what there is since the evidence began', 5, [], 5],
    [
      'is without its gaps',
      90,
      [
        [20, 18],
        [2, 1],
      ],
      21,
    ],
    ['is without the part of a gap that lies in it', 90, [[30, 22]], 22],
    ['does not count a gap before it began', 5, [[9, 8]], 5],
    ['is nothing where everything is a gap', 90, [[40, 0]], 0],
  ])('%s', (_what, since, gaps, hours) => {
    const reach = { sinceMs: ago(since), gaps: gaps.map(([from, to]) => ({ fromMs: ago(from), toMs: ago(to) })) }
    expect(observedOfDay(reach, NOW_MS)).toBe(hours * HOUR_MS)
    expect(observedOfDay(reach, NOW_MS) + gapsOfDay(reach, NOW_MS)).toBe(Math.min(24, since) * HOUR_MS)
  })
})
