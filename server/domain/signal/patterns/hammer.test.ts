import { describe, expect, it } from 'vitest'
import { type Row, signAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import { HAMMER, HANGING_MAN } from './hammer.ts'

describe('a hammer', () => {
  it.each<[string, Row, 0 | 1]>([
    ['hangs from a short body near the low before', [996, 1_000, 980, 999], 1],
    ['may be black', [999, 1_000, 980, 996], 1],
    ['has its body no farther above that low than near', [999, 1_002, 980, 1_001], 1],
    ['is none farther above it', [999.5, 1_002, 980, 1_001], 0],
    ['is none with a body as long as usual', [989, 1_000, 975, 999], 0],
    ['is none with a shadow below no longer than the body', [996, 1_000, 993, 999], 0],
    ['is none with a shadow above', [996, 1_001, 980, 999], 0],
  ])('%s', (_, row, sign) => {
    expect(signAfterCalm(HAMMER, [row])).toBe(sign)
  })
})

describe('a hanging man', () => {
  it.each<[string, Row, 0 | -1]>([
    ['hangs from a short body near the high before', [1_011, 1_015, 990, 1_014], -1],
    ['may hang above it', [1_030, 1_034, 1_010, 1_033], -1],
    ['is none farther below it than near', [1_010.9, 1_015, 990, 1_014], 0],
    ['is none with a body as long as usual', [1_011, 1_022, 990, 1_021], 0],
    ['is none with a shadow below no longer than the body', [1_011, 1_015, 1_008, 1_014], 0],
    ['is none with a shadow above', [1_011, 1_016, 990, 1_014], 0],
  ])('%s', (_, row, sign) => {
    expect(signAfterCalm(HANGING_MAN, [row])).toBe(sign)
  })
})

describe('the previous bar', () => {
  it('is the last one, not an earlier one', () => {
    const higher: Row = [1_100, 1_115, 1_095, 1_110]
    expect(signAfterCalm(HAMMER, [higher, [1_096, 1_100, 1_080, 1_099]])).toBe(1)
    expect(signAfterCalm(HANGING_MAN, [higher, [1_011, 1_015, 990, 1_014]])).toBe(0)
  })
})
