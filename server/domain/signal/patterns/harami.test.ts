import { describe, expect, it } from 'vitest'
import {
  type BothSigns,
  mirrored,
  NEITHER,
  type Row,
  signsAfterCalm,
  upsideDown,
} from '../../../../test/signal/patterns/bar-samples.ts'
import { HARAMI, HARAMI_CROSS, THREE_INSIDE } from './harami.ts'

/** A body of 20 that begins at 1000 and ends at 1020. */
const LONG: Row = [1_000, 1_025, 995, 1_020]
const AFTER: Row = [1_005, 1_010, 990, 998]

/** Each case holds for the harami and, with a close below the long body after it, for the three inside. */
const CASES: readonly [string, readonly Row[], BothSigns][] = [
  ['is a short body inside a long one', [LONG, [1_010, 1_020, 1_000, 1_008]], { strict: -1, continuous: -1 }],
  ['may have either colour', [LONG, [1_008, 1_020, 1_000, 1_010]], { strict: -1, continuous: -1 }],
  ['may be as long as usual', [LONG, [1_002, 1_020, 1_000, 1_013]], { strict: -1, continuous: -1 }],
  ['is not longer', [LONG, [1_002, 1_020, 1_000, 1_014]], NEITHER],
  [
    'needs a long body before',
    [
      [1_000, 1_015, 995, 1_010],
      [1_006, 1_010, 1_000, 1_004],
    ],
    NEITHER,
  ],
  [
    'opens at the close before only on a continuous market',
    [LONG, [1_020, 1_022, 1_005, 1_012]],
    { strict: 0, continuous: -1 },
  ],
  ['closes at the open before only there', [LONG, [1_008, 1_020, 999, 1_000]], { strict: 0, continuous: -1 }],
  [
    'may protrude above within the tolerance there',
    [LONG, [1_021, 1_022, 1_005, 1_015]],
    { strict: 0, continuous: -1 },
  ],
  ['never protrudes further above', [LONG, [1_021.1, 1_022, 1_005, 1_015]], NEITHER],
  ['may protrude below within the tolerance there', [LONG, [1_009, 1_010, 990, 999]], { strict: 0, continuous: -1 }],
  ['never protrudes further below', [LONG, [1_009, 1_010, 990, 998.9]], NEITHER],
]

describe('a harami', () => {
  it.each(CASES)('%s, and mirrored upside down', (_, rows, signs) => {
    expect(signsAfterCalm(HARAMI, rows)).toEqual(signs)
    expect(signsAfterCalm(HARAMI, mirrored(rows))).toEqual(upsideDown(signs))
  })
})

describe('three inside', () => {
  it.each(CASES)('%s, and mirrored upside down', (_, rows, signs) => {
    expect(signsAfterCalm(THREE_INSIDE, [...rows, AFTER])).toEqual(signs)
    expect(signsAfterCalm(THREE_INSIDE, mirrored([...rows, AFTER]))).toEqual(upsideDown(signs))
  })

  it.each<[string, Row]>([
    ['a close beyond where the long body opened', [1_005, 1_010, 990, 1_000]],
    ['a last bar of the other colour', [995, 1_000, 990, 998]],
  ])('need %s', (_, last) => {
    const rows: Row[] = [LONG, [1_010, 1_020, 1_000, 1_008], last]
    expect(signsAfterCalm(THREE_INSIDE, rows)).toEqual(NEITHER)
    expect(signsAfterCalm(THREE_INSIDE, mirrored(rows))).toEqual(NEITHER)
  })
})

describe('a harami cross', () => {
  it.each<[string, readonly Row[], BothSigns]>([
    ['is a doji inside a long body', [LONG, [1_010, 1_020, 1_000, 1_012]], { strict: -1, continuous: -1 }],
    ['is none with a body', [LONG, [1_010, 1_020, 1_000, 1_012.2]], NEITHER],
    [
      'needs a long body before',
      [
        [1_000, 1_015, 995, 1_010],
        [1_006, 1_010, 1_000, 1_005],
      ],
      NEITHER,
    ],
    [
      'may end at the close before only on a continuous market',
      [LONG, [1_020, 1_030, 1_010, 1_019]],
      { strict: 0, continuous: -1 },
    ],
    ['may end at the open before only there', [LONG, [1_001, 1_010, 990, 1_000]], { strict: 0, continuous: -1 }],
    ['never lies outside', [LONG, [1_021.5, 1_030, 1_010, 1_021]], NEITHER],
  ])('%s, and mirrored upside down', (_, rows, signs) => {
    expect(signsAfterCalm(HARAMI_CROSS, rows)).toEqual(signs)
    expect(signsAfterCalm(HARAMI_CROSS, mirrored(rows))).toEqual(upsideDown(signs))
  })
})
