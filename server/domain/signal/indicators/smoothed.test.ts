import { describe, expect, it } from 'vitest'
import { ema } from './ema.ts'
import { rma } from './rma.ts'

describe.each([
  ['ema', ema, [2, 3, 6]],
  ['rma', rma, [2, 8 / 3, 43 / 9]],
])('%s', (_, begin, expected) => {
  it('begins with the mean of the first values and moves from there', () => {
    const values = [1, 2, 3, 4, 9].map(begin(3))
    expect(values.slice(0, 2)).toEqual([Number.NaN, Number.NaN])
    for (const [i, value] of values.slice(2).entries()) expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 12)
  })

  it('skips NaN, so that it can smooth an indicator that is still warming up', () => {
    const plain = [1, 2, 3, 4, 9].map(begin(3))
    expect([Number.NaN, Number.NaN, 1, 2, 3, 4, 9].map(begin(3)).slice(2)).toEqual(plain)
    expect([1, 2, 3, Number.NaN, 4, 9].map(begin(3))).toEqual([...plain.slice(0, 3), Number.NaN, ...plain.slice(3)])
  })
})
