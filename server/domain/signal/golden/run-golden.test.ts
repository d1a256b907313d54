import { describe, expect, it } from 'vitest'
import { PATTERNS } from '../patterns/patterns.ts'
import { STRATEGIES } from '../strategies/index.ts'
import { runGolden } from './run-golden.ts'

describe('the golden vectors', () => {
  const runs = [...runGolden()]

  it('are there for every strategy and every pattern', () => {
    const ids = [...STRATEGIES, ...PATTERNS].map(({ id }) => id)
    expect(runs.map(({ id }) => id)).toEqual(ids)
    expect(runs.filter(({ total }) => total === 0)).toEqual([])
  })

  it('hold on this build', () => {
    expect(runs.filter(({ passed, total }) => passed < total)).toEqual([])
  })
})
