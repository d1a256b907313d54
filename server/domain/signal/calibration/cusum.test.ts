import { describe, expect, it } from 'vitest'
import { addOutcome, CUSUM_DEFAULTS, createCusum } from './cusum.ts'

const even = (won: boolean, weight = 1) => ({ p: 0.5, won, weight })

describe('addOutcome', () => {
  it('accumulates the shortfall of outcomes minus k, and never falls below zero', () => {
    const cusum = createCusum()
    const sums = [false, false, true, true, false].map((won) => {
      addOutcome(cusum, even(won))
      return cusum.sum
    })
    // At one half, a loss is one deviation too low and a win one too high.
    expect(sums).toEqual([0.75, 1.5, 0.25, 0, 0.75])
  })

  it.each([
    [0.8, 1.75],
    [0.2, 0.25],
  ])('weighs a loss forecast at %f with %f', (p, sum) => {
    const cusum = createCusum()
    addOutcome(cusum, { p, won: false, weight: 1 })
    expect(cusum.sum).toBeCloseTo(sum, 12)
  })

  it('alarms past h, and remains alarmed', () => {
    const cusum = createCusum({ k: 0.5, h: 1 })
    expect([false, false, false, true, true].map((won) => addOutcome(cusum, even(won)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
    expect(cusum).toMatchObject({ alarmed: true, outcomes: 5 })
  })

  it('counts simultaneous outcomes as one', () => {
    const [one, many] = [createCusum(), createCusum()]
    addOutcome(one, even(false))
    for (let index = 0; index < 4; index++) addOutcome(many, even(false, 0.25))
    expect(many.sum).toBeCloseTo(one.sum, 12)
  })

  it('never alarms over wins', () => {
    const cusum = createCusum()
    for (let index = 0; index < 1_000; index++) addOutcome(cusum, { p: 0.9, won: true, weight: 1 })
    expect(cusum).toMatchObject({ sum: 0, alarmed: false })
  })

  it('rejects a certain probability', () => {
    expect(() => addOutcome(createCusum(), { p: 1, won: true, weight: 1 })).toThrow('strictly between 0 and 1')
  })

  /** Computes the mean number of outcomes until the alarm, by the chain of the sums: multiples of ¼ at one half. */
  const runLength = (winning: number): number => {
    const sums = Array.from({ length: 33 }, (_, index) => index / 4)
    const sumAfter = (sum: number, won: boolean): number | null => {
      const cusum = createCusum(CUSUM_DEFAULTS)
      cusum.sum = sum
      return addOutcome(cusum, even(won)) ? null : cusum.sum
    }
    const steps = sums.map((sum) => ({ won: sumAfter(sum, true), lost: sumAfter(sum, false) }))
    let lengths = sums.map(() => 0)
    const lengthAt = (sum: number | null): number => (sum === null ? 0 : (lengths[sum * 4] ?? Number.NaN))
    for (let round = 0; round < 40_000; round++) {
      lengths = steps.map(({ won, lost }) => 1 + winning * lengthAt(won) + (1 - winning) * lengthAt(lost))
    }
    return lengths[0] ?? Number.NaN
  }

  it('alarms once in about 780 outcomes when even odds hold, and soon when they no longer do', () => {
    expect([0.5, 0.35, 0.2].map((winning) => Math.round(runLength(winning)))).toEqual([782, 64, 22])
  })
})
