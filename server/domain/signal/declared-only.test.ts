import { expect, it } from 'vitest'
import { DECLARED_ONLY, OPENS_AWAY } from './declared-only.ts'
import { PATTERNS } from './patterns/patterns.ts'
import { STRATEGIES } from './strategies/index.ts'

it('has the fifteen strategies and the 61 candlestick functions', () => {
  const declared = (kind: string) => DECLARED_ONLY.filter((item) => item.kind === kind)
  expect(STRATEGIES.length + declared('MICROSTRUCTURE').length).toBe(15)
  const taLibs = PATTERNS.filter(({ gapMode }) => gapMode !== 'CONTINUOUS')
  expect(taLibs.length + declared('CANDLE_PATTERN').length).toBe(61)
  const known = PATTERNS.map(({ id }) => id)
  expect(known).toEqual(expect.arrayContaining([...OPENS_AWAY]))
  const ids = [...DECLARED_ONLY, ...PATTERNS, ...STRATEGIES].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
