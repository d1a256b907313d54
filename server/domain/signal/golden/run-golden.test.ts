import { describe, expect, it } from 'vitest'
import { PATTERNS } from '../patterns/patterns.ts'
import { STRATEGIES } from '../strategies/index.ts'
import { runGolden } from './run-golden.ts'

describe('the golden vectors', () => {
  const runs = [...runGolden()]

  it('exist for every strategy and every pattern', () => {
    const ids = [...STRATEGIES, ...PATTERNS].map(({ id }) => id)
    expect(runs.map(({ id }) => id)).toEqual(ids)
    expect(runs.filter(({ total }) => total === 0)).toEqual([])
  })

  it('match this build', () => {
    expect(runs.filter(({ passed, total }) => passed < total)).toEqual([])
  })
})
