import { describe, expect, it } from 'vitest'
import {
  type BothSigns,
  mirrored,
  NEITHER,
  type Row,
  signsAfterCalm,
  upsideDown,
} from '../../../../test/signal/patterns/bar-samples.ts'
import { ENGULFING, THREE_OUTSIDE } from './engulfing.ts'

const BEFORE: Row = [1_005, 1_010, 995, 1_000]
const AFTER: Row = [1_006, 1_012, 1_000, 1_007]

/** Each case holds for the engulfing and, with a higher close after it, for the three outside. */
const CASES: readonly [string, readonly Row[], BothSigns][] = [
  ['covers the body before', [BEFORE, [999, 1_012, 995, 1_006]], { strict: 1, continuous: 1 }],
  [
    'opens at the close before only on a continuous market',
    [BEFORE, [1_000, 1_012, 995, 1_006]],
    { strict: 0, continuous: 1 },
  ],
  ['closes at the open before only there', [BEFORE, [999, 1_012, 995, 1_005]], { strict: 0, continuous: 1 }],
  ['may there open higher by what is equal', [BEFORE, [1_001, 1_012, 995, 1_006]], { strict: 0, continuous: 1 }],
  ['never opens higher still', [BEFORE, [1_001.1, 1_012, 995, 1_006.5]], NEITHER],
  ['may there close lower by what is equal', [BEFORE, [999, 1_012, 995, 1_004]], { strict: 0, continuous: 1 }],
  ['never closes lower still', [BEFORE, [998, 1_012, 995, 1_003.9]], NEITHER],
  ['is never shorter than the body before', [BEFORE, [1_000.5, 1_012, 995, 1_005.4]], NEITHER],
  [
    'has the other colour',
    [
      [1_000, 1_010, 995, 1_005],
      [999, 1_012, 995, 1_006],
    ],
    { strict: 0, continuous: 0 },
  ],
]

describe('an engulfing', () => {
  it.each(CASES)('%s, and mirrored upside down', (_, rows, signs) => {
    expect(signsAfterCalm(ENGULFING, rows)).toEqual(signs)
    expect(signsAfterCalm(ENGULFING, mirrored(rows))).toEqual(upsideDown(signs))
  })
})

describe('three outside', () => {
  it.each(CASES)('%s, and mirrored upside down', (_, rows, signs) => {
    expect(signsAfterCalm(THREE_OUTSIDE, [...rows, AFTER])).toEqual(signs)
    expect(signsAfterCalm(THREE_OUTSIDE, mirrored([...rows, AFTER]))).toEqual(upsideDown(signs))
  })

  it('need a close beyond that of the engulfing bar', () => {
    const rows: Row[] = [BEFORE, [999, 1_012, 995, 1_006], [1_006, 1_012, 1_000, 1_006]]
    expect(signsAfterCalm(THREE_OUTSIDE, rows)).toEqual(NEITHER)
    expect(signsAfterCalm(THREE_OUTSIDE, mirrored(rows))).toEqual(NEITHER)
  })
})
