import { describe, expect, it } from 'vitest'
import { type Row, signAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import { DOJI, DRAGONFLY_DOJI, GRAVESTONE_DOJI, LONG_LEGGED_DOJI } from './doji.ts'
import type { PatternDefinition } from './pattern.ts'

describe('dojis', () => {
  it.each<[string, PatternDefinition, Row, 0 | 1]>([
    ['a doji closes where it opened', DOJI, [1_000, 1_010, 990, 1_000], 1],
    ['a doji may close a tenth of the usual range higher', DOJI, [1_000, 1_010, 990, 1_002], 1],
    ['a doji may close as much lower', DOJI, [1_002, 1_010, 990, 1_000], 1],
    ['a doji may not close farther off', DOJI, [1_000, 1_010, 990, 1_002.1], 0],
    ['a dragonfly has its shadow below', DRAGONFLY_DOJI, [1_000, 1_001, 980, 1_001], 1],
    ['a dragonfly has no body', DRAGONFLY_DOJI, [1_000, 1_003, 980, 1_003], 0],
    ['a dragonfly has hardly a shadow above', DRAGONFLY_DOJI, [1_000, 1_003, 980, 1_001], 0],
    ['a dragonfly has more than hardly a shadow below', DRAGONFLY_DOJI, [1_000, 1_001, 998, 1_001], 0],
    ['a gravestone has its shadow above', GRAVESTONE_DOJI, [1_001, 1_020, 1_000, 1_000], 1],
    ['a gravestone has no body', GRAVESTONE_DOJI, [1_003, 1_020, 1_000, 1_000], 0],
    ['a gravestone has hardly a shadow below', GRAVESTONE_DOJI, [1_001, 1_020, 998, 1_000], 0],
    ['a gravestone has more than hardly a shadow above', GRAVESTONE_DOJI, [1_001, 1_003, 1_000, 1_000], 0],
    ['a long leg may point up', LONG_LEGGED_DOJI, [1_000, 1_005, 1_000, 1_001], 1],
    ['a long leg may point down', LONG_LEGGED_DOJI, [1_000, 1_001, 996, 1_001], 1],
    ['long legs alone are no doji', LONG_LEGGED_DOJI, [1_000, 1_020, 980, 1_003], 0],
    ['a leg as long as the body is not long', LONG_LEGGED_DOJI, [1_000, 1_002, 999, 1_001], 0],
  ])('%s', (_, definition, row, sign) => {
    expect(signAfterCalm(definition, [row])).toBe(sign)
  })
})
