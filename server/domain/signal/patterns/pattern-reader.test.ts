import { describe, expect, it } from 'vitest'
import { barsOf, CALM, CALM_BARS, type Row } from '../../../../test/signal/patterns/bar-samples.ts'
import { DOJI } from './doji.ts'
import { HAMMER } from './hammer.ts'
import { createPatternReader } from './pattern-reader.ts'

describe('a pattern reader', () => {
  it('tells every pattern that ends at the bar, in the order of its definitions', () => {
    const read = createPatternReader()
    const told = barsOf([...CALM_BARS, [998, 999, 980, 998]]).map((bar) => read(bar))
    expect(told.slice(0, -1).every((found) => found.length === 0)).toBe(true)
    expect(told.at(-1)).toEqual([
      { id: 'CDL_DOJI', direction: 1 },
      { id: 'CDL_DRAGONFLY_DOJI', direction: 1 },
      { id: 'CDL_LONG_LEGGED_DOJI', direction: 1 },
      { id: 'CDL_HAMMER', direction: 1 },
      { id: 'CDL_SPINNING_TOP', direction: 1 },
      { id: 'CDL_HIGH_WAVE', direction: 1 },
    ])
  })

  it('tells of the patterns it was given and no others', () => {
    const read = createPatternReader([HAMMER])
    const told = barsOf([...CALM_BARS, [998, 999, 980, 998]]).map((bar) => read(bar))
    expect(told.at(-1)).toEqual([{ id: 'CDL_HAMMER', direction: 1 }])
  })

  it('tells of none before there are bars enough', () => {
    const doji: Row = [1_000, 1_010, 990, 1_000]
    const tellAt = (bars: number) => {
      const read = createPatternReader([DOJI])
      const told = barsOf([...Array.from({ length: bars - 1 }, () => CALM), doji]).map((bar) => read(bar))
      return told.at(-1)?.length
    }
    expect([tellAt(10), tellAt(11)]).toEqual([0, 1])
  })
})
