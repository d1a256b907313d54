import { describe, expect, it } from 'vitest'
import { findPromoted, rankTrials } from './asha.ts'
import type { Trial } from './trial.ts'

const aTrial = (number: number, value: number | null, changes: Partial<Trial> = {}): Trial => ({
  number,
  point: [number],
  params: { a: number },
  share: 0.25,
  value,
  trades: 40,
  net: '0',
  returns: [],
  engine: 'fast',
  ...changes,
})

const numbers = (trials: readonly Trial[]): number[] => trials.map(({ number }) => number)

describe('findPromoted', () => {
  it.each<[string, (number | null)[], number[], number[]]>([
    ['the best third, rounded up', [1, 5, 3, 4], [], [1, 3]],
    ['one of one', [null], [], [0]],
    ['none again', [1, 5, 3], [1], []],
    ['an earlier trial that others have turned out worse than', [3, 5, 1, 2, 0, 1, 2], [1], [0, 3]],
    ['the earlier of two equal trials', [2, 2, 2], [], [0]],
  ])('promotes %s', (_what, values, continued, promoted) => {
    const onRung = values.map((value, number) => aTrial(number, value))
    const onNext = continued.map((number) => aTrial(number, 0, { share: 0.5 }))
    expect(numbers(findPromoted(onRung, onNext))).toEqual(promoted)
  })
})

describe('rankTrials', () => {
  it('ranks longer ranges first, then higher objectives, then trials without one by their trades', () => {
    const trials = [
      aTrial(0, null, { trades: 3 }),
      aTrial(1, -2),
      aTrial(2, null, { trades: 20 }),
      aTrial(3, -5, { share: 1 }),
      aTrial(4, 1),
    ]
    expect(numbers(rankTrials(trials))).toEqual([3, 4, 1, 2, 0])
  })
})
