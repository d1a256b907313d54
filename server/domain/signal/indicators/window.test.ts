import { describe, expect, it } from 'vitest'
import { at, createWindow, push, windowMean, windowSum } from './window.ts'

const buildWindow = (size: number, ...xs: readonly number[]) => {
  const window = createWindow(size)
  for (const x of xs) push(window, x)
  return window
}

describe('window', () => {
  it('holds the newest values, indexed back from the last', () => {
    const window = buildWindow(3, 1, 2, 3, 4, 5)
    expect([0, 1, 2].map((back) => at(window, back))).toEqual([5, 4, 3])
  })

  it.each([
    ['mean', windowMean, 4],
    ['sum', windowSum, 12],
  ])('measures its %s over its contents, and not before it is full', (_, measure, expected) => {
    expect(measure(buildWindow(3, 1, 2, 3, 4, 5))).toBe(expected)
    expect(measure(buildWindow(3, 4, 5))).toBeNaN()
  })

  it('has the exact value as the mean of equal ones, which a plain sum does not', () => {
    expect((0.1 + 0.1 + 0.1) / 3).not.toBe(0.1)
    expect(windowMean(buildWindow(3, 0.1, 0.1, 0.1))).toBe(0.1)
  })

  it.each([0, -1, 1.5, Number.NaN])('is never of %s values', (size) => {
    expect(() => createWindow(size)).toThrow('Invariant: a window must have at least one value')
  })
})
