import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../core/random.ts'
import { judgeSearch, type Pruner, ROUND_WIDTH, search } from './optimise.ts'
import { createSampler } from './sampler.ts'
import type { Point, Space } from './space.ts'
import type { Evaluation, Trial } from './trial.ts'

const SPACE: Space = [
  { name: 'a', from: 10, step: 5, count: 12 },
  { name: 'b', from: 0, step: 0.1, count: 12 },
]

const evaluation = (value: number | null): Evaluation => ({ value, trades: 40, net: '0', returns: [], engine: 'exact' })

const run = (
  evaluate: (params: Readonly<Record<string, number>>, share: number) => Promise<Evaluation>,
  { trials = 30, pruner = 'none' }: { trials?: number; pruner?: Pruner } = {},
) => {
  const ending = new AbortController()
  const tried: number[] = []
  const sampler = createSampler('tpe', SPACE, 5)
  const onTrial = ({ number }: Trial) => {
    tried.push(number)
    if (number === 11) ending.abort()
  }
  const begin = (signal: AbortSignal) =>
    search({
      space: SPACE,
      sampler,
      pruner,
      trials,
      evaluate: ({ params, share }) => evaluate(params, share),
      onTrial,
      signal,
    })
  return { begin, tried, ending }
}

const value = ({ a = 0, b = 0 }: Readonly<Record<string, number>>) => -((a - 30) ** 2) - (b * 10 - 4) ** 2

describe('search', () => {
  it('has the same trials in whatever order they finish', async () => {
    const never = new AbortController().signal
    const inTurn = await run(async (params) => evaluation(value(params))).begin(never)
    const random = createRandom(1)
    const shuffled = run(async (params) => {
      for (let turns = Math.floor(random() * 6); turns > 0; turns--) await setImmediate()
      return evaluation(value(params))
    })
    const trials = await shuffled.begin(never)
    expect(trials).toEqual(inTurn)
    expect(trials).toHaveLength(30)
    expect(trials.map(({ number }) => number)).toEqual(trials.map((_, index) => index))
  })

  it('ends after the round in which it is interrupted', async () => {
    const { begin, ending } = run(async (params) => evaluation(value(params)))
    expect(await begin(ending.signal)).toHaveLength(2 * ROUND_WIDTH)
  })

  it('runs a third of its trials on the next range with ASHA, in whatever order they finish', async () => {
    const never = new AbortController().signal
    const minutes: number[] = []
    const random = createRandom(2)
    const begin = () =>
      run(
        async (params, share) => {
          for (let turns = Math.floor(random() * 6); turns > 0; turns--) await setImmediate()
          minutes.push(share)
          return evaluation(value(params) * share)
        },
        { trials: 48, pruner: 'asha' },
      ).begin(never)
    const trials = await begin()
    const total = minutes.reduce((sum, share) => sum + share, 0)
    expect(trials.map(({ number }) => number)).toEqual(trials.map((_, index) => index))
    expect(total).toBeLessThan(0.75 * 48)
    const complete = trials.filter(({ share }) => share === 1)
    expect(complete.length).toBeGreaterThanOrEqual(6)
    const { chosen, best } = judgeSearch(SPACE, trials, 0)
    expect([chosen?.share, best?.share]).toEqual([1, 1])
    expect(value(best?.params ?? {})).toBe(Math.max(...trials.map(({ params }) => value(params))))
    expect(await begin()).toEqual(trials)
  })

  it('continues when an objective is undefined', async () => {
    const trials = await run(async (params) => evaluation((params.a ?? 0) > 30 ? null : value(params))).begin(
      new AbortController().signal,
    )
    expect(trials).toHaveLength(30)
    expect(trials.some((trial) => trial.value === null)).toBe(true)
    expect(judgeSearch(SPACE, trials, 0).chosen?.value).not.toBeNull()
  })
})

describe('judgeSearch', () => {
  /** Trials with daily returns of this mean and a deviation of 1%. */
  const simulate = (count: number, mean: (index: number) => number): Trial[] => {
    const random = createRandom(9)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Array.from({ length: count }, (_, number) => {
      const returns = Array.from({ length: 400 }, () => mean(number) + 0.01 * normal())
      const sum = returns.reduce((total, one) => total + one, 0)
      const point: Point = [number % 12, Math.floor(number / 12)]
      return { number, point, params: {}, share: 1, value: sum, trades: 100, net: '0', returns, engine: 'exact' }
    })
  }

  it('recognises noise', () => {
    const verdict = judgeSearch(
      SPACE,
      simulate(100, () => 0),
      0,
    )
    expect(verdict.overfit).toBeGreaterThan(0.25)
    expect(verdict.deflatedSharpe).toBeLessThan(0.9)
    expect(verdict.luck).toBeGreaterThan(1.5)
  })

  it('recognises an edge of one trial', () => {
    const verdict = judgeSearch(
      SPACE,
      simulate(100, (number) => (number === 42 ? 0.004 : 0)),
      0,
    )
    expect(verdict.best?.number).toBe(42)
    expect(verdict.overfit).toBeLessThan(0.01)
  })

  it('expects more luck from more trials', () => {
    const trials = simulate(50, () => 0)
    expect(judgeSearch(SPACE, trials, 1_000).luck).toBeGreaterThan(judgeSearch(SPACE, trials, 0).luck ?? 9)
  })

  it('has no figures without scored trials', () => {
    expect(judgeSearch(SPACE, [], 0)).toEqual({
      chosen: null,
      best: null,
      luck: null,
      deflatedSharpe: null,
      overfit: null,
      mean: null,
    })
  })
})
