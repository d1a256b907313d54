import { expect, it } from 'vitest'
import { formatDuration } from './duration.ts'

it.each([
  [null, '—'],
  [0, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_500_000, '2 h 5 min'],
  [7_201_000, '2 h'],
  [90_000_000, '1 d 1 h'],
])('formats %s ms as %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})
