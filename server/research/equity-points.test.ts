import { expect, test } from 'vitest'
import { createEquityPoints } from './equity-points.ts'

test('retains every change of the equity, also beyond the whole numbers of a double', () => {
  const points = createEquityPoints()
  const large = 2n ** 60n + 1n
  for (const [index, equity] of [5n, 5n, large, large, large + 1n, 5n].entries()) points.add(index, equity)
  points.addNumber(6, 5)
  points.addNumber(7, -3)
  expect([...points]).toEqual([
    { atMs: 0, equity: 5n },
    { atMs: 2, equity: large },
    { atMs: 4, equity: large + 1n },
    { atMs: 5, equity: 5n },
    { atMs: 7, equity: -3n },
  ])
})
