import { describe, expect, it } from 'vitest'
import { called } from '../../../../test/support/called.ts'
import { volatilityPercentile } from './volatility-percentile.ts'

const PARAMS = { window: 1, over: 4 }

/** Closes that move by these shares, now up, now down. */
const moved = (...shares: readonly number[]): number[] => {
  let close = 100
  return [
    close,
    ...shares.map((share, i) => {
      close *= 1 + (i % 2 === 0 ? share : -share)
      return close
    }),
  ]
}

describe('volatilityPercentile', () => {
  it.each([
    ['growing', [0.01, 0.02, 0.03, 0.04], 1],
    ['falling', [0.04, 0.03, 0.02, 0.01], 0.25],
    ['second highest', [0.01, 0.02, 0.04, 0.03], 0.75],
    ['back to what it was two bars before', [0, 0.5, 0, 0], 0.75],
  ])('counts the values not above the current one: %s', (_, shares, expected) => {
    expect(
      moved(...shares)
        .map(called(volatilityPercentile(PARAMS)))
        .at(-1),
    ).toBe(expected)
  })

  it('drops values outside its window', () => {
    const closes = moved(0.9, 0.8, 0.01, 0.02, 0.03, 0.04)
    expect(closes.map(called(volatilityPercentile(PARAMS))).at(-1)).toBe(1)
  })

  it('resumes after a price of 0 has left its window', () => {
    const closes = [100, 0, 100, 101, 102, 101, 99]
    expect(closes.map(called(volatilityPercentile({ window: 1, over: 2 }))).map(Number.isNaN)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
