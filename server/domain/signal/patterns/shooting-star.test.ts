import { describe, expect, it } from 'vitest'
import { type BothSigns, NEITHER, type Row, signsAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import { INVERTED_HAMMER, SHOOTING_STAR } from './shooting-star.ts'

describe('a shooting star', () => {
  it.each<[string, Row, BothSigns]>([
    ['lies above the body before', [1_011, 1_030, 1_010.5, 1_013], { strict: -1, continuous: -1 }],
    [
      'begins where that body ends only on a continuous market',
      [1_010, 1_030, 1_009.5, 1_012],
      { strict: 0, continuous: -1 },
    ],
    ['may there begin as far below as near', [1_006, 1_030, 1_005.5, 1_008], { strict: 0, continuous: -1 }],
    ['never begins farther below', [1_005.9, 1_030, 1_005.5, 1_008], NEITHER],
    ['is none with a body as long as usual', [1_011, 1_040, 1_010.5, 1_021], NEITHER],
    ['is none with a shadow above no longer than the body', [1_011, 1_015, 1_010.5, 1_013], NEITHER],
    ['is none with a shadow below', [1_011, 1_030, 1_009, 1_013], NEITHER],
  ])('%s', (_, row, signs) => {
    expect(signsAfterCalm(SHOOTING_STAR, [row])).toEqual(signs)
  })
})

describe('an inverted hammer', () => {
  it.each<[string, Row, BothSigns]>([
    ['lies below the body before', [997, 1_016, 996.5, 999], { strict: 1, continuous: 1 }],
    [
      'ends where that body begins only on a continuous market',
      [998, 1_016, 997.5, 1_000],
      { strict: 0, continuous: 1 },
    ],
    ['may there end as far above as near', [1_002, 1_020, 1_001.5, 1_004], { strict: 0, continuous: 1 }],
    ['never ends farther above', [1_002, 1_020, 1_001.5, 1_004.1], NEITHER],
    ['is none with a body as long as usual', [989, 1_020, 988.5, 999], NEITHER],
    ['is none with a shadow above no longer than the body', [997, 1_001, 996.5, 999], NEITHER],
    ['is none with a shadow below', [997, 1_016, 995, 999], NEITHER],
  ])('%s', (_, row, signs) => {
    expect(signsAfterCalm(INVERTED_HAMMER, [row])).toEqual(signs)
  })
})

describe('the previous bar', () => {
  it('is the last one, not an earlier one', () => {
    const higher: Row = [1_100, 1_115, 1_095, 1_110]
    expect(signsAfterCalm(SHOOTING_STAR, [higher, [1_011, 1_030, 1_010.5, 1_013]])).toEqual(NEITHER)
    expect(signsAfterCalm(INVERTED_HAMMER, [higher, [1_097, 1_116, 1_096.5, 1_099]])).toEqual({
      strict: 1,
      continuous: 1,
    })
  })
})
