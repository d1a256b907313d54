import { describe, expect, it } from 'vitest'
import { PATTERNS } from './patterns.ts'

describe('the list of patterns', () => {
  it('has a unique id and name for each', () => {
    expect(new Set(PATTERNS.map(({ id }) => id)).size).toBe(PATTERNS.length)
    expect(new Set(PATTERNS.map(({ name }) => name)).size).toBe(PATTERNS.length)
  })

  it('has both gap modes for patterns with gaps, and one entry for the rest', () => {
    const listIds = (mode: string | null) => PATTERNS.filter(({ gapMode }) => gapMode === mode).map(({ id }) => id)
    expect(listIds('CONTINUOUS')).toEqual(listIds('STRICT').map((id) => `${id}_CONTINUOUS`))
    expect([listIds('STRICT').length, listIds(null).length]).toEqual([10, 19])
  })

  it('uses no more bars than a window and its averages hold', () => {
    expect(Math.max(...PATTERNS.map(({ bars }) => bars))).toBe(15)
  })

  it('lists the dojis, the spinning top and the high wave as undirected', () => {
    expect(PATTERNS.filter(({ directional }) => !directional).map(({ id }) => id)).toEqual([
      'CDL_DOJI',
      'CDL_DRAGONFLY_DOJI',
      'CDL_GRAVESTONE_DOJI',
      'CDL_LONG_LEGGED_DOJI',
      'CDL_SPINNING_TOP',
      'CDL_HIGH_WAVE',
    ])
  })
})
