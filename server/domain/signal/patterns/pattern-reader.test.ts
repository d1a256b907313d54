import { describe, expect, it } from 'vitest'
import { barsOf, CALM, CALM_BARS, type Row } from '../../../../test/signal/patterns/bar-samples.ts'
import { DOJI } from './doji.ts'
import { HAMMER } from './hammer.ts'
import { createPatternReader } from './pattern-reader.ts'

describe('a pattern reader', () => {
  it('returns every pattern that ends at the bar, in the order of its definitions', () => {
    const read = createPatternReader()
    const matchesByBar = barsOf([...CALM_BARS, [998, 999, 980, 998]]).map((bar) => read(bar))
    expect(matchesByBar.slice(0, -1).every((matches) => matches.length === 0)).toBe(true)
    expect(matchesByBar.at(-1)).toEqual([
      { id: 'CDL_DOJI', direction: 1 },
      { id: 'CDL_DRAGONFLY_DOJI', direction: 1 },
      { id: 'CDL_LONG_LEGGED_DOJI', direction: 1 },
      { id: 'CDL_HAMMER', direction: 1 },
      { id: 'CDL_SPINNING_TOP', direction: 1 },
      { id: 'CDL_HIGH_WAVE', direction: 1 },
    ])
  })

  it('returns only the patterns it was given', () => {
    const read = createPatternReader([HAMMER])
    const matchesByBar = barsOf([...CALM_BARS, [998, 999, 980, 998]]).map((bar) => read(bar))
    expect(matchesByBar.at(-1)).toEqual([{ id: 'CDL_HAMMER', direction: 1 }])
  })

  it('returns none before there are enough bars', () => {
    const doji: Row = [1_000, 1_010, 990, 1_000]
    const countAt = (bars: number) => {
      const read = createPatternReader([DOJI])
      const matchesByBar = barsOf([...Array.from({ length: bars - 1 }, () => CALM), doji]).map((bar) => read(bar))
      return matchesByBar.at(-1)?.length
    }
    expect([countAt(10), countAt(11)]).toEqual([0, 1])
  })
})
