import { describe, expect, it } from 'vitest'
import { mirrored, type Row, signAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import { BELT_HOLD, CLOSING_MARUBOZU, MARUBOZU } from './marubozu.ts'
import type { PatternDefinition } from './pattern.ts'

describe('long bodies without shadows', () => {
  it.each<[string, PatternDefinition, Row, 0 | 1]>([
    ['a marubozu has hardly a shadow', MARUBOZU, [1_000, 1_013, 999, 1_012], 1],
    ['a marubozu is longer than usual', MARUBOZU, [1_000, 1_011, 999, 1_010], 0],
    ['a marubozu has none where it closed', MARUBOZU, [1_000, 1_014, 999, 1_012], 0],
    ['a marubozu has none where it opened', MARUBOZU, [1_000, 1_013, 998, 1_012], 0],
    ['a closing marubozu may have one where it opened', CLOSING_MARUBOZU, [1_000, 1_013, 980, 1_012], 1],
    ['a closing marubozu has none where it closed', CLOSING_MARUBOZU, [1_000, 1_014, 980, 1_012], 0],
    ['a closing marubozu is longer than usual', CLOSING_MARUBOZU, [1_000, 1_011, 980, 1_010], 0],
    ['a belt hold may have one where it closed', BELT_HOLD, [1_000, 1_030, 999, 1_012], 1],
    ['a belt hold has none where it opened', BELT_HOLD, [1_000, 1_030, 998, 1_012], 0],
    ['a belt hold is longer than usual', BELT_HOLD, [1_000, 1_030, 999, 1_010], 0],
  ])('%s, and mirrored upside down', (_, definition, row, sign) => {
    expect(signAfterCalm(definition, [row])).toBe(sign)
    expect(signAfterCalm(definition, mirrored([row]))).toBe(0 - sign)
  })
})
