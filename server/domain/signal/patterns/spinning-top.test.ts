import { describe, expect, it } from 'vitest'
import { mirrored, type Row, signAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import type { PatternDefinition } from './pattern.ts'
import { HIGH_WAVE, SPINNING_TOP } from './spinning-top.ts'

describe('short bodies between long shadows', () => {
  it.each<[string, PatternDefinition, Row, 0 | 1]>([
    ['a spinning top has shadows longer than its body', SPINNING_TOP, [1_000, 1_009, 995, 1_004], 1],
    ['a spinning top is shorter than usual', SPINNING_TOP, [1_000, 1_022, 988, 1_010], 0],
    ['a spinning top has one above', SPINNING_TOP, [1_000, 1_008, 995, 1_004], 0],
    ['a spinning top has one below', SPINNING_TOP, [1_000, 1_009, 996, 1_004], 0],
    ['a high wave has shadows twice as long and more', HIGH_WAVE, [1_000, 1_007, 995, 1_002], 1],
    ['a high wave is shorter than usual', HIGH_WAVE, [1_000, 1_031, 979, 1_010], 0],
    ['a high wave has one above', HIGH_WAVE, [1_000, 1_006, 995, 1_002], 0],
    ['a high wave has one below', HIGH_WAVE, [1_000, 1_007, 996, 1_002], 0],
  ])('%s, and mirrored upside down', (_, definition, row, sign) => {
    expect(signAfterCalm(definition, [row])).toBe(sign)
    expect(signAfterCalm(definition, mirrored([row]))).toBe(0 - sign)
  })

  it('have a sign without a direction', () => {
    expect([SPINNING_TOP.directional, HIGH_WAVE.directional]).toEqual([false, false])
  })
})
