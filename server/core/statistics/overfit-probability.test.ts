import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { overfitProbability } from './overfit-probability.ts'
import { computeSharpe } from './sharpe.ts'

/** Returns with mean 0 that sum to nearly nothing in each block. */
const noise = (seed: number, length: number): number[] => {
  const random = createRandom(seed)
  return Array.from({ length }, () => random() - 0.5)
}

const splitBlocks = <T>(values: readonly T[], length: number): T[][] =>
  Array.from({ length: 10 }, (_, index) => values.slice(index * length, (index + 1) * length))

/** The same by the definition: every half is joined and measured on its own. */
const byDefinition = (trials: readonly (readonly number[])[]): number => {
  const length = Math.floor((trials[0]?.length ?? 0) / 10)
  const first = (trials[0]?.length ?? 0) - 10 * length
  const halves = Array.from({ length: 1 << 10 }, (_, mask) =>
    Array.from({ length: 10 }, (_item, bit) => bit).filter((bit) => (mask >> bit) & 1),
  ).filter((half) => half.length === 5)
  const measure = (trial: readonly number[], half: readonly number[]): number => {
    const blocks = splitBlocks(trial.slice(first), length)
    return computeSharpe(half.flatMap((index) => blocks[index] ?? []))?.ratio ?? 0
  }
  const logits = halves.map((half) => {
    const other = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((index) => !half.includes(index))
    const inside = trials.map((trial) => measure(trial, half))
    const best = inside.indexOf(Math.max(...inside))
    const outside = trials.map((trial) => measure(trial, other))
    const rank = outside.filter((ratio) => ratio <= (outside[best] ?? 0)).length
    const relative = rank / (trials.length + 1)
    return Math.log(relative / (1 - relative))
  })
  return logits.filter((logit) => logit <= 0).length / logits.length
}

describe('the probability of overfitting', () => {
  it('is 0 when the same trial is best in every block', () => {
    const better = noise(1, 100).map((value) => value + 5)
    const trials = [noise(2, 100), better, noise(3, 100), noise(4, 100)]
    expect(overfitProbability(trials)).toEqual({ value: 0, splits: 252 })
  })

  it('is 1 when the best in one half is the worst in the other', () => {
    const trials = Array.from({ length: 10 }, (_, own) =>
      splitBlocks(noise(7, 100), 10).flatMap((block, index) => block.map((value) => value + (index === own ? 9 : 0))),
    )
    expect(overfitProbability(trials)?.value).toBe(1)
  })

  it.each([1, 2, 3])(
    'equals the definition for trials without skill, and lies between the extremes: seed %i',
    (seed) => {
      const trials = Array.from({ length: 9 }, (_, index) => noise(100 * seed + index, 127))
      const value = overfitProbability(trials)?.value
      expect(value).toBeCloseTo(byDefinition(trials), 12)
      expect(value).toBeGreaterThan(0.05)
      expect(value).toBeLessThan(0.95)
    },
  )

  it('is unknown for one trial or for fewer than a hundred periods', () => {
    expect(overfitProbability([noise(1, 200)])).toBeNull()
    expect(overfitProbability([noise(1, 99), noise(2, 99)])).toBeNull()
    expect(overfitProbability([])).toBeNull()
  })

  it('counts constant trials as equal', () => {
    const idle = new Array<number>(100).fill(0)
    expect(overfitProbability([idle, idle, idle])?.value).toBe(1)
  })
})
