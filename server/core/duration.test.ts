import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

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
])('reads "%s" as %s ms', (text, duration) => {
  expect(parseDuration(text)).toBe(duration)
})
