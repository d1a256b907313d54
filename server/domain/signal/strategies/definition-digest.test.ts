import { describe, expect, it } from 'vitest'
import type { StrategyDefinition } from '../strategy.ts'
import { definitionDigest } from './definition-digest.ts'
import { donchianBreakout } from './donchian-breakout.ts'
import { STRATEGIES, strategiesFor } from './index.ts'

describe('definitionDigest', () => {
  it('is SHA-256 over the canonical text of the definition', () => {
    expect(definitionDigest(donchianBreakout)).toBe('c12840d7d557413c7f73150f34acd46d5e83d1d428db62b05268c46bf8982f3e')
  })

  it('does not depend on the order of parameters, the name or the family', () => {
    const params = Object.fromEntries(Object.entries(donchianBreakout.params).toReversed())
    const renamed: StrategyDefinition = { ...donchianBreakout, params, name: 'OTHER', family: 'CARRY' }
    expect(definitionDigest(renamed)).toBe(definitionDigest(donchianBreakout))
  })

  it.each<Partial<StrategyDefinition>>([
    { id: 'S99' },
    { version: 2 },
    { params: { ...donchianBreakout.params, adxMin: 21 } },
    { warmupBars: 500 },
    { horizonBars: 47 },
  ])('differs with %o', (change) => {
    const changed: StrategyDefinition = { ...donchianBreakout, ...change }
    expect(definitionDigest(changed)).not.toBe(definitionDigest(donchianBreakout))
  })

  it('differs for each strategy, and for time-based ones on each interval', () => {
    expect(new Set(STRATEGIES.map(definitionDigest)).size).toBe(12)
    const onMinutes = strategiesFor('1m').map(definitionDigest)
    expect(STRATEGIES.filter((strategy, index) => definitionDigest(strategy) !== onMinutes[index])).toMatchObject([
      { id: 'S04' },
      { id: 'S11' },
    ])
  })
})
