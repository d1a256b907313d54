import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { createRandom } from '../../core/random.ts'
import { findPlateau } from './plateau.ts'
import { createSampler, SAMPLERS, type SamplerName } from './sampler.ts'
import { createSobol } from './sobol.ts'
import { countPoints, type Point, parseSpace, pointKey, type Space, toParams } from './space.ts'
import type { Observation } from './tpe.ts'

const space = (text: string): Space => {
  const parsed = parseSpace(text)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

describe('parseSpace', () => {
  it('reads ranges with steps', () => {
    const read = space('bars=5..50, below=0.1..0.3/0.1')
    expect(read.map(({ name, count }) => [name, count])).toEqual([
      ['bars', 46],
      ['below', 3],
    ])
    expect(toParams(read, [45, 2])).toEqual({ bars: 50, below: 0.3 })
    expect(countPoints(read)).toBe(138)
  })

  it.each(['', 'bars', 'bars=5', 'bars=9..5', 'bars=1..2/0', 'bars=1..2,bars=1..3', 'x=1..999999'])(
    'rejects %j',
    (text) => {
      expect(parseSpace(text)).toMatchObject({ ok: false })
    },
  )
})

describe('createSobol', () => {
  it('has one point in each interval of a dimension, and a net in most pairs', () => {
    const sobol = createSobol(new Array(10).fill(0))
    const points = Array.from({ length: 256 }, (_, index) => sobol(index))
    for (let dimension = 0; dimension < 10; dimension++) {
      const cells = points.map((point) => Math.floor((point[dimension] ?? 0) * 256))
      expect(new Set(cells).size).toBe(256)
    }
    const boxes = points.map((point) => `${Math.floor((point[0] ?? 0) * 16)} ${Math.floor((point[1] ?? 0) * 16)}`)
    expect(new Set(boxes).size).toBe(256)
  })

  it('begins with the published points: 0, ½, ¾, ¼ and 0, ½, ¼, ¾', () => {
    const sobol = createSobol([0, 0])
    expect([0, 1, 2, 3].map((index) => sobol(index))).toEqual([
      [0, 0],
      [0.5, 0.5],
      [0.75, 0.25],
      [0.25, 0.75],
    ])
  })
})

interface Search {
  readonly name: SamplerName
  readonly dimensions: Space
  readonly trials: number
  readonly seed?: number
}

/** Runs a search in rounds of eight. */
const search = ({ name, dimensions, trials, seed = 1 }: Search, value: (point: Point) => number) => {
  const sampler = createSampler(name, dimensions, seed)
  const finished: Observation[] = []
  while (finished.length < trials) {
    const round: Point[] = []
    while (round.length < 8 && finished.length + round.length < trials) {
      const point = sampler.suggest(finished.length + round.length, finished, round)
      if (!point) break
      round.push(point)
    }
    if (round.length === 0) break
    finished.push(...round.map((point) => ({ point, value: value(point) })))
  }
  return finished
}

describe('createSampler', () => {
  it.each(SAMPLERS)('%s tries every point of a small space once, and none outside', (name) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (counts, seed) => {
          const dimensions = counts.map((count, index) => ({ name: `p${index}`, from: 0, step: 1, count }))
          const tried = search({ name, dimensions, trials: 1_000, seed }, ([a = 0, b = 0]) => a - b)
          expect(tried).toHaveLength(countPoints(dimensions))
          expect(new Set(tried.map(({ point }) => pointKey(point))).size).toBe(tried.length)
          for (const { point } of tried)
            for (const [index, level] of point.entries()) expect(level < (counts[index] ?? 0) && level >= 0).toBe(true)
        },
      ),
      { numRuns: runs(12) },
    )
  })

  it('finds a better optimum with estimates than at random', () => {
    const dimensions = space('a=0..99,b=0..99,c=0..99')
    const value = ([a = 0, b = 0, c = 0]: Point) => -((a - 70) ** 2) - (b - 20) ** 2 - (c - 45) ** 2 / 4
    const best = (name: SamplerName, seed: number) =>
      Math.max(...search({ name, dimensions, trials: 120, seed }, value).map((trial) => trial.value))
    const seeds = [1, 2, 3]
    const mean = (name: SamplerName) => seeds.reduce((sum, seed) => sum + best(name, seed), 0) / seeds.length
    expect(mean('tpe')).toBeGreaterThan(mean('random') / 2)
    expect(mean('tpe')).toBeGreaterThan(-120)
  })

  it('gives the same trials for the same seed', () => {
    const dimensions = space('a=0..99,b=0..99')
    const value = ([a = 0, b = 0]: Point) => a - b
    const run = (seed: number) => search({ name: 'tpe', dimensions, trials: 60, seed }, value)
    expect(run(7)).toEqual(run(7))
    expect(run(8)).not.toEqual(run(7))
  })
})

describe('findPlateau', () => {
  it('prefers a plateau to a lone peak', () => {
    const dimensions = space('a=0..9')
    const values = [0, 0, 9, 0, 0, 5, 6, 5, 0, 0]
    const trials = values.map((value, level) => ({ point: [level], value }))
    expect(findPlateau(dimensions, trials)).toEqual({ point: [6], value: 6 })
  })

  it('counts a neighbour without a value as the worst', () => {
    const dimensions = space('a=0..3')
    const trials = [null, 4, 3, 3].map((value, level) => ({ point: [level], value: value === null ? null : value }))
    expect(findPlateau(dimensions, [...trials, { point: [9], value: -10 }])?.point).toEqual([2])
    expect(findPlateau(dimensions, [{ point: [0], value: null }])).toBeNull()
  })

  it('is among the trials, whatever their values', () => {
    const random = createRandom(3)
    const dimensions = space('a=0..9,b=0..9')
    const trials = search({ name: 'random', dimensions, trials: 40 }, () => random())
    expect(trials).toContain(findPlateau(dimensions, trials))
  })
})
